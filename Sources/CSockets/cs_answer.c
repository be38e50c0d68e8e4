#define _GNU_SOURCE
#include "cs_answer.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

/* After time.h, whose timespec they use. */
#include <linux/errqueue.h>
#include <linux/net_tstamp.h>

int cs_answer_prepare(int descriptor, int family) {
    unsigned stamps = SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE;
    if (setsockopt(descriptor, SOL_SOCKET, SO_TIMESTAMPING, &stamps, sizeof stamps) < 0) return -errno;
    int on = 1;
    int level = family == AF_INET ? IPPROTO_IP : IPPROTO_IPV6;
    int options[2] = {family == AF_INET ? IP_PKTINFO : IPV6_RECVPKTINFO, family == AF_INET ? IP_RECVTTL : IPV6_RECVHOPLIMIT};
    for (int place = 0; place < 2; place++)
        if (setsockopt(descriptor, level, options[place], &on, sizeof on) < 0) return -errno;
    return 0;
}

/* The interface stays open: on a host with two of them the route back need not be the way in. */
static void keep_route(const void *info, size_t length, int level, int type, struct cs_asked *asked) {
    struct cmsghdr *item = (struct cmsghdr *)asked->route;
    item->cmsg_len = CMSG_LEN(length);
    item->cmsg_level = level;
    item->cmsg_type = type;
    memcpy(CMSG_DATA(item), info, length);
    asked->route_length = CMSG_SPACE(length);
}

static void read_control(const struct cmsghdr *item, struct cs_asked *asked) {
    if (item->cmsg_level == SOL_SOCKET && item->cmsg_type == SCM_TIMESTAMPING) {
        struct scm_timestamping stamps;
        memcpy(&stamps, CMSG_DATA(item), sizeof stamps);
        asked->stamp = (int64_t)stamps.ts[0].tv_sec * 1000000000 + stamps.ts[0].tv_nsec;
    } else if ((item->cmsg_level == IPPROTO_IP && item->cmsg_type == IP_TTL)
               || (item->cmsg_level == IPPROTO_IPV6 && item->cmsg_type == IPV6_HOPLIMIT)) {
        int limit;
        memcpy(&limit, CMSG_DATA(item), sizeof limit);
        asked->hop_limit = limit;
    } else if (item->cmsg_level == IPPROTO_IP && item->cmsg_type == IP_PKTINFO) {
        struct in_pktinfo info;
        memcpy(&info, CMSG_DATA(item), sizeof info);
        info.ipi_ifindex = 0;
        keep_route(&info, sizeof info, IPPROTO_IP, IP_PKTINFO, asked);
    } else if (item->cmsg_level == IPPROTO_IPV6 && item->cmsg_type == IPV6_PKTINFO) {
        struct in6_pktinfo info;
        memcpy(&info, CMSG_DATA(item), sizeof info);
        /* A link-local source means nothing without its link (RFC 4007). */
        if (!IN6_IS_ADDR_LINKLOCAL(&info.ipi6_addr)) info.ipi6_ifindex = 0;
        keep_route(&info, sizeof info, IPPROTO_IPV6, IPV6_PKTINFO, asked);
    }
}

int64_t cs_answer_receive(int descriptor, void *buffer, size_t capacity, struct cs_asked *asked) {
    _Alignas(struct cmsghdr) char control[256];
    struct iovec vector = {.iov_base = buffer, .iov_len = capacity};
    memset(asked, 0, sizeof *asked);
    asked->hop_limit = -1;
    struct msghdr header = {
        .msg_name = &asked->peer,
        .msg_namelen = sizeof asked->peer,
        .msg_iov = &vector,
        .msg_iovlen = 1,
        .msg_control = control,
        .msg_controllen = sizeof control,
    };
    ssize_t received = recvmsg(descriptor, &header, MSG_DONTWAIT | MSG_TRUNC);
    if (received < 0) return -(int64_t)errno;
    for (struct cmsghdr *item = CMSG_FIRSTHDR(&header); item; item = CMSG_NXTHDR(&header, item))
        read_control(item, asked);
    return received;
}

int cs_answer_send(int descriptor, const void *bytes, size_t count, const struct cs_asked *asked) {
    struct iovec vector = {.iov_base = (void *)bytes, .iov_len = count};
    const struct sockaddr *peer = (const struct sockaddr *)&asked->peer;
    struct msghdr header = {
        .msg_name = (void *)peer,
        .msg_namelen = peer->sa_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6),
        .msg_iov = &vector,
        .msg_iovlen = 1,
        .msg_control = asked->route_length ? (void *)asked->route : NULL,
        .msg_controllen = asked->route_length,
    };
    return sendmsg(descriptor, &header, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? -errno : 0;
}
