#ifndef CS_ANSWER_H
#define CS_ANSWER_H

/* Datagrams of a server on many addresses: each is answered from the very address that was asked, or the peer takes the
   answer for somebody else's. Swift imports neither in_pktinfo's control messages nor the CMSG macros. */

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cs_stamps.h"

struct cs_asked {
    /* Who asked. */
    struct cs_address peer;
    /* Receive stamp in ns of CLOCK_REALTIME; 0 when there is none. */
    int64_t stamp;
    /* IP_TTL or IPV6_HOPLIMIT; -1 when not told. */
    int32_t hop_limit;
    /* The control message that makes an answer leave from the address that was asked. */
    _Alignas(8) uint8_t route[64];
    size_t route_length;
};

/* Asks for receive stamps, hop limits and the address that each datagram was sent to. Returns 0 or a negative errno. */
int cs_answer_prepare(int descriptor, int family);

/* recvmsg without waiting. Returns the datagram's whole length, also of what did not fit, or a negative errno. */
int64_t cs_answer_receive(int descriptor, void *buffer, size_t capacity, struct cs_asked *asked);

/* sendmsg without waiting. Returns 0 or a negative errno. */
int cs_answer_send(int descriptor, const void *bytes, size_t count, const struct cs_asked *asked);

#endif
