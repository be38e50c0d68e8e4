#ifndef CS_STAMPS_H
#define CS_STAMPS_H

/* One datagram, or one entry of a socket's error queue, with what its control messages say.
   Swift imports neither the CMSG macros nor sock_extended_err. */

#include <stddef.h>
#include <stdint.h>

/* A sockaddr_storage. Were that type's header included here, Swift would take this module for the owner of its members
   and every file that uses one would have to import it. */
struct cs_address {
    uint64_t storage[16];
};

struct cs_message {
    /* Bytes put into the buffer, or a negative errno. */
    int64_t length;
    /* msg_flags: MSG_TRUNC when the datagram was longer than the buffer. */
    int32_t flags;
    /* IP_TTL or IPV6_HOPLIMIT; -1 when not told. */
    int32_t hop_limit;
    /* Software stamp of SO_TIMESTAMPING in ns of CLOCK_REALTIME; 0 when there is none. */
    int64_t stamp;
    /* msg_name: who sent a datagram, or where the datagram that failed was going. */
    struct cs_address name;
    /* 1 when a sock_extended_err came with it, whose members follow. */
    int32_t has_error;
    uint32_t error;
    uint8_t origin;
    uint8_t type;
    uint8_t code;
    uint32_t info;
    /* The send counter of SOF_TIMESTAMPING_OPT_ID when origin is CS_ORIGIN_TIMESTAMPING. */
    uint32_t data;
    /* SO_EE_OFFENDER: who reported the error; family AF_UNSPEC when unknown. */
    struct cs_address offender;
};

enum {
    CS_ORIGIN_LOCAL = 1,
    CS_ORIGIN_ICMP = 2,
    CS_ORIGIN_ICMP6 = 3,
    CS_ORIGIN_TIMESTAMPING = 4,
};

/* recvmsg without waiting. Returns message->length. Add MSG_ERRQUEUE to flags for the error queue. */
int64_t cs_receive(int descriptor, void *buffer, size_t capacity, int flags, struct cs_message *message);

/* Asks for software stamps when a packet enters its interface's queue and at receipt, with a counter for the sends and
   no copy of the packet. Switching off and on again starts the counter anew. Returns 0 or a negative errno. */
int cs_enable_stamps(int descriptor, int enabled);

/* The same for what is received only: nothing comes to the error queue. */
int cs_enable_receive_stamps(int descriptor);

/* Datagrams that the kernel dropped because this socket's buffer was full (SK_MEMINFO_DROPS); negative errno if it
   does not say. SO_RXQ_OVFL is not delivered on ping sockets, SO_MEMINFO is. */
int64_t cs_receive_drops(int descriptor);

#endif
