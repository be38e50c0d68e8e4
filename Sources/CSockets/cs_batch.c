#define _GNU_SOURCE
#include "cs_batch.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "cs_control.h"

static socklen_t length_of(const struct cs_address *address) {
    const struct sockaddr *peer = (const struct sockaddr *)address;
    return peer->sa_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
}

int cs_send_batch(int descriptor, const void *datagrams, size_t size, const struct cs_address *peers, unsigned count) {
    struct mmsghdr headers[CS_BATCH];
    struct iovec vectors[CS_BATCH];
    if (count > CS_BATCH) count = CS_BATCH;
    for (unsigned place = 0; place < count; place++) {
        vectors[place] = (struct iovec){.iov_base = (char *)datagrams + place * size, .iov_len = size};
        headers[place] = (struct mmsghdr){.msg_hdr = {
            .msg_name = (void *)&peers[place],
            .msg_namelen = length_of(&peers[place]),
            .msg_iov = &vectors[place],
            .msg_iovlen = 1,
        }};
    }
    int sent;
    do {
        sent = sendmmsg(descriptor, headers, count, MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

int cs_receive_batch(int descriptor, void *buffers, size_t capacity, struct cs_message *messages, unsigned count, int flags) {
    struct mmsghdr headers[CS_BATCH];
    struct iovec vectors[CS_BATCH];
    _Alignas(struct cmsghdr) char control[CS_BATCH][256];
    if (count > CS_BATCH) count = CS_BATCH;
    for (unsigned place = 0; place < count; place++) {
        memset(&messages[place], 0, sizeof messages[place]);
        messages[place].hop_limit = -1;
        vectors[place] = (struct iovec){.iov_base = (char *)buffers + place * capacity, .iov_len = capacity};
        headers[place] = (struct mmsghdr){.msg_hdr = {
            .msg_name = &messages[place].name,
            .msg_namelen = sizeof messages[place].name,
            .msg_iov = &vectors[place],
            .msg_iovlen = 1,
            .msg_control = control[place],
            .msg_controllen = sizeof control[place],
        }};
    }
    int received;
    do {
        received = recvmmsg(descriptor, headers, count, flags | MSG_DONTWAIT, NULL);
    } while (received < 0 && errno == EINTR);
    if (received < 0) return errno == EAGAIN ? 0 : -errno;
    for (int place = 0; place < received; place++) {
        messages[place].length = headers[place].msg_len;
        messages[place].flags = headers[place].msg_hdr.msg_flags;
        struct msghdr *header = &headers[place].msg_hdr;
        for (struct cmsghdr *item = CMSG_FIRSTHDR(header); item; item = CMSG_NXTHDR(header, item))
            cs_read_control(item, &messages[place]);
    }
    return received;
}
