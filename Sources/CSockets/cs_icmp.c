#define _GNU_SOURCE
#include "cs_icmp.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/icmp.h>
#include <netinet/icmp6.h>
#include <netinet/in.h>
#include <sys/socket.h>

static int filter_types(int descriptor, int family) {
    if (family == AF_INET) {
        struct icmp_filter filter = {.data = ~(1u << ICMP_ECHOREPLY)};
        return setsockopt(descriptor, SOL_RAW, ICMP_FILTER, &filter, sizeof filter);
    }
    struct icmp6_filter filter;
    ICMP6_FILTER_SETBLOCKALL(&filter);
    ICMP6_FILTER_SETPASS(ICMP6_ECHO_REPLY, &filter);
    return setsockopt(descriptor, IPPROTO_ICMPV6, ICMP6_FILTER, &filter, sizeof filter);
}

int cs_filter_echo_replies(int descriptor, int family, uint16_t identifier) {
    if (filter_types(descriptor, family) < 0) return -errno;
    /* A raw IPv4 socket sees the IP header first, whose length is in its first byte; a raw IPv6 socket does not. */
    struct sock_filter ipv4[] = {
        BPF_STMT(BPF_LDX | BPF_B | BPF_MSH, 0),
        BPF_STMT(BPF_LD | BPF_H | BPF_IND, 4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, identifier, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0xffff),
        BPF_STMT(BPF_RET | BPF_K, 0),
    };
    struct sock_filter ipv6[] = {
        BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, identifier, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0xffff),
        BPF_STMT(BPF_RET | BPF_K, 0),
    };
    struct sock_fprog program = family == AF_INET
        ? (struct sock_fprog){.len = sizeof ipv4 / sizeof ipv4[0], .filter = ipv4}
        : (struct sock_fprog){.len = sizeof ipv6 / sizeof ipv6[0], .filter = ipv6};
    return setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) < 0 ? -errno : 0;
}
