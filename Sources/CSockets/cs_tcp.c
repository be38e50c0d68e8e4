#define _GNU_SOURCE
#include "cs_tcp.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

// Larger than any struct so far, since tcpi_rcv_wnd (Linux 6.2) is younger than many systems' headers.
union answer {
    struct tcp_info info;
    unsigned char bytes[512];
};

void cs_tcp_read_info(const void *bytes, size_t length, struct cs_tcp_info *info) {
    union answer answer;
    memset(&answer, 0, sizeof answer);
    memcpy(answer.bytes, bytes, length < sizeof answer ? length : sizeof answer);
    struct tcp_info kernel = answer.info;
    const size_t rcv_wnd_offset = offsetof(struct tcp_info, tcpi_snd_wnd) + sizeof kernel.tcpi_snd_wnd;
    const size_t ooopack_end = offsetof(struct tcp_info, tcpi_rcv_ooopack) + sizeof kernel.tcpi_rcv_ooopack;
    uint32_t rcv_wnd;
    memcpy(&rcv_wnd, answer.bytes + rcv_wnd_offset, sizeof rcv_wnd);
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
        .rcv_rtt_us = kernel.tcpi_rcv_rtt,
        .rcv_ooopack = length < ooopack_end ? -1 : (int64_t)kernel.tcpi_rcv_ooopack,
        .rcv_wnd = rcv_wnd,
    };
}

int cs_tcp_get_info(int descriptor, struct cs_tcp_info *info) {
    union answer answer;
    socklen_t length = sizeof answer;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &answer, &length) != 0) return -1;
    cs_tcp_read_info(&answer, length, info);
    return 0;
}

int cs_tcp_socket(int family) { return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }

int cs_tcp_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

ssize_t cs_tcp_send(int descriptor, const void *bytes, size_t count) {
    return send(descriptor, bytes, count, MSG_NOSIGNAL);
}

ssize_t cs_tcp_discard(int descriptor, size_t count) { return recv(descriptor, NULL, count, MSG_TRUNC); }
