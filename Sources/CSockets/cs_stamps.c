#define _GNU_SOURCE
#include "cs_stamps.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

/* After time.h, whose timespec they use. */
#include <linux/errqueue.h>
#include <linux/net_tstamp.h>
#include <linux/sock_diag.h>

#include "cs_control.h"

#ifndef SO_MEMINFO
#define SO_MEMINFO 55
#endif

_Static_assert(sizeof(struct cs_address) == sizeof(struct sockaddr_storage), "an address fits");

static void read_error(const struct cmsghdr *header, struct cs_message *message) {
    struct sock_extended_err error;
    size_t length = header->cmsg_len - CMSG_LEN(0);
    if (length < sizeof error) return;
    memcpy(&error, CMSG_DATA(header), sizeof error);
    message->has_error = 1;
    message->error = error.ee_errno;
    message->origin = error.ee_origin;
    message->type = error.ee_type;
    message->code = error.ee_code;
    message->info = error.ee_info;
    message->data = error.ee_data;
    size_t rest = length - sizeof error;
    if (rest > sizeof message->offender) rest = sizeof message->offender;
    memcpy(&message->offender, CMSG_DATA(header) + sizeof error, rest);
}

void cs_read_control(const struct cmsghdr *header, struct cs_message *message) {
    if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_TIMESTAMPING) {
        struct scm_timestamping stamps;
        if (header->cmsg_len < CMSG_LEN(sizeof stamps)) return;
        memcpy(&stamps, CMSG_DATA(header), sizeof stamps);
        message->stamp = (int64_t)stamps.ts[0].tv_sec * 1000000000 + stamps.ts[0].tv_nsec;
    } else if ((header->cmsg_level == IPPROTO_IP && header->cmsg_type == IP_TTL)
               || (header->cmsg_level == IPPROTO_IPV6 && header->cmsg_type == IPV6_HOPLIMIT)) {
        int limit;
        if (header->cmsg_len < CMSG_LEN(sizeof limit)) return;
        memcpy(&limit, CMSG_DATA(header), sizeof limit);
        message->hop_limit = limit;
    } else if ((header->cmsg_level == IPPROTO_IP && header->cmsg_type == IP_RECVERR)
               || (header->cmsg_level == IPPROTO_IPV6 && header->cmsg_type == IPV6_RECVERR)) {
        read_error(header, message);
    }
}

int64_t cs_receive(int descriptor, void *buffer, size_t capacity, int flags, struct cs_message *message) {
    _Alignas(struct cmsghdr) char control[512];
    struct iovec vector = {.iov_base = buffer, .iov_len = capacity};
    memset(message, 0, sizeof *message);
    message->hop_limit = -1;
    struct msghdr header = {
        .msg_name = &message->name,
        .msg_namelen = sizeof message->name,
        .msg_iov = &vector,
        .msg_iovlen = 1,
        .msg_control = control,
        .msg_controllen = sizeof control,
    };
    ssize_t received;
    do {
        received = recvmsg(descriptor, &header, flags | MSG_DONTWAIT);
    } while (received < 0 && errno == EINTR);
    message->length = received < 0 ? -(int64_t)errno : received;
    if (received < 0) return message->length;
    message->flags = header.msg_flags;
    for (struct cmsghdr *item = CMSG_FIRSTHDR(&header); item; item = CMSG_NXTHDR(&header, item))
        cs_read_control(item, message);
    return message->length;
}

int cs_enable_stamps(int descriptor, int enabled) {
    /* TX_SCHED and not TX_SOFTWARE: the latter is taken by the driver, below the interface's queueing discipline, and
       hides what waits there. With uploads through a tbf of 150 ms on the client's own card, pings that waited 122 ms
       measured 0.01 ms. TX_SCHED is taken before that queue and, like TX_SOFTWARE, after ARP or neighbour discovery
       (timestamping.rst 1.3.1); it needs no driver's help. */
    unsigned flags = SOF_TIMESTAMPING_TX_SCHED | SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE
                     | SOF_TIMESTAMPING_OPT_ID | SOF_TIMESTAMPING_OPT_TSONLY;
    if (!enabled) flags = 0;
    return setsockopt(descriptor, SOL_SOCKET, SO_TIMESTAMPING, &flags, sizeof flags) < 0 ? -errno : 0;
}

int cs_enable_receive_stamps(int descriptor) {
    unsigned flags = SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE;
    return setsockopt(descriptor, SOL_SOCKET, SO_TIMESTAMPING, &flags, sizeof flags) < 0 ? -errno : 0;
}

int64_t cs_receive_drops(int descriptor) {
    uint32_t counters[SK_MEMINFO_VARS] = {0};
    socklen_t length = sizeof counters;
    if (getsockopt(descriptor, SOL_SOCKET, SO_MEMINFO, counters, &length) < 0) return -(int64_t)errno;
    if (length < (SK_MEMINFO_DROPS + 1) * sizeof counters[0]) return -(int64_t)ENOTSUP;
    return counters[SK_MEMINFO_DROPS];
}
