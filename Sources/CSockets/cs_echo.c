#define _GNU_SOURCE
#include "cs_echo.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

/* After time.h, whose timespec they use. */
#include <linux/errqueue.h>
#include <linux/net_tstamp.h>

int cs_echo_prepare(int descriptor, int family) {
    unsigned stamps = SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE;
    if (setsockopt(descriptor, SOL_SOCKET, SO_TIMESTAMPING, &stamps, sizeof stamps) < 0) return -errno;
    int on = 1;
    int result = family == AF_INET ? setsockopt(descriptor, IPPROTO_IP, IP_PKTINFO, &on, sizeof on)
                                   : setsockopt(descriptor, IPPROTO_IPV6, IPV6_RECVPKTINFO, &on, sizeof on);
    return result < 0 ? -errno : 0;
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

int64_t cs_echo_receive(int descriptor, void *buffer, size_t capacity, struct cs_asked *asked) {
    _Alignas(struct cmsghdr) char control[256];
    struct iovec vector = {.iov_base = buffer, .iov_len = capacity};
    memset(asked, 0, sizeof *asked);
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

int cs_echo_answer(int descriptor, const void *bytes, size_t count, const struct cs_asked *asked) {
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
