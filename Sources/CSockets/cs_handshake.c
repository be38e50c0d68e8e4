#define _GNU_SOURCE
#include "cs_handshake.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

int cs_read_handshake(int descriptor, struct cs_handshake *handshake) {
    struct tcp_info info;
    memset(&info, 0, sizeof info);
    socklen_t length = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) < 0) return -errno;
    handshake->state = info.tcpi_state;
    handshake->rtt_us = info.tcpi_rtt;
    handshake->retransmits = info.tcpi_total_retrans;
    return 0;
}
