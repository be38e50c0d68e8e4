#define _GNU_SOURCE
#include "cs_tcp.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

int cs_tcp_get_info(int descriptor, struct cs_tcp_info *info) {
    struct tcp_info kernel;
    // A kernel with a shorter struct fills in less and says so in the length: what it leaves stays 0.
    memset(&kernel, 0, sizeof kernel);
    socklen_t length = sizeof kernel;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &kernel, &length) != 0) return -1;
    *info = (struct cs_tcp_info){
        .state = kernel.tcpi_state,
        .rtt_us = kernel.tcpi_rtt,
        .total_retrans = kernel.tcpi_total_retrans,
        .snd_cwnd = kernel.tcpi_snd_cwnd,
        .notsent_bytes = kernel.tcpi_notsent_bytes,
        .bytes_acked = kernel.tcpi_bytes_acked,
        .bytes_received = kernel.tcpi_bytes_received,
        .delivery_rate_bytes_per_second = kernel.tcpi_delivery_rate,
        .busy_us = kernel.tcpi_busy_time,
        .rwnd_limited_us = kernel.tcpi_rwnd_limited,
        .sndbuf_limited_us = kernel.tcpi_sndbuf_limited,
    };
    return 0;
}

int cs_tcp_socket(int family) { return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }

int cs_tcp_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

ssize_t cs_tcp_send(int descriptor, const void *bytes, size_t count) {
    return send(descriptor, bytes, count, MSG_NOSIGNAL);
}

ssize_t cs_tcp_discard(int descriptor, size_t count) { return recv(descriptor, NULL, count, MSG_TRUNC); }
