#define _GNU_SOURCE
#include "cs_frames.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int configure(int descriptor, const char *interface, int buffer) {
    int one = 1;
    if (setsockopt(descriptor, SOL_PACKET, PACKET_IGNORE_OUTGOING, &one, sizeof one) < 0) return -1;
    if (setsockopt(descriptor, SOL_SOCKET, SO_TIMESTAMPNS, &one, sizeof one) < 0) return -1;
    if (setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof buffer) < 0) return -1;
    /* What waits in the interface's queue is charged to the socket that sent it (packet(7), tc-tbf(8)). */
    if (setsockopt(descriptor, SOL_SOCKET, SO_SNDBUFFORCE, &buffer, sizeof buffer) < 0) return -1;
    struct sockaddr_ll address;
    memset(&address, 0, sizeof address);
    address.sll_family = AF_PACKET;
    address.sll_protocol = htons(ETH_P_ALL);
    address.sll_ifindex = (int)if_nametoindex(interface);
    if (address.sll_ifindex == 0) return -1;
    return bind(descriptor, (struct sockaddr *)&address, sizeof address);
}

int cs_frames_open(const char *interface, int buffer) {
    /* Protocol 0: it hears nothing before it is bound to one interface. */
    int descriptor = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -errno;
    if (configure(descriptor, interface, buffer) == 0) return descriptor;
    int code = errno;
    close(descriptor);
    return -code;
}

int cs_frames_receive(int descriptor, void *bytes, size_t slot, struct cs_frame *frames) {
    struct mmsghdr messages[CS_FRAMES_AT_ONCE];
    struct iovec parts[CS_FRAMES_AT_ONCE];
    union {
        char bytes[CMSG_SPACE(sizeof(struct timespec))];
        struct cmsghdr alignment;
    } control[CS_FRAMES_AT_ONCE];
    memset(messages, 0, sizeof messages);
    for (int i = 0; i < CS_FRAMES_AT_ONCE; i++) {
        parts[i] = (struct iovec){(char *)bytes + (size_t)i * slot, slot};
        messages[i].msg_hdr.msg_iov = &parts[i];
        messages[i].msg_hdr.msg_iovlen = 1;
        messages[i].msg_hdr.msg_control = &control[i];
        messages[i].msg_hdr.msg_controllen = sizeof control[i];
    }
    int count = recvmmsg(descriptor, messages, CS_FRAMES_AT_ONCE, MSG_DONTWAIT | MSG_TRUNC, NULL);
    if (count < 0) return -errno;
    for (int i = 0; i < count; i++) {
        frames[i] = (struct cs_frame){0, (int32_t)messages[i].msg_len};
        struct msghdr *head = &messages[i].msg_hdr;
        for (struct cmsghdr *c = CMSG_FIRSTHDR(head); c; c = CMSG_NXTHDR(head, c)) {
            if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS) continue;
            struct timespec stamp;
            memcpy(&stamp, CMSG_DATA(c), sizeof stamp);
            frames[i].stamp = (int64_t)stamp.tv_sec * 1000000000 + stamp.tv_nsec;
        }
    }
    return count;
}
