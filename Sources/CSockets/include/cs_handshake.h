#ifndef CS_HANDSHAKE_H
#define CS_HANDSHAKE_H

/* What TCP_INFO tells about a handshake. */

#include <stdint.h>

struct cs_handshake {
    /* TCP_ESTABLISHED is 1, TCP_SYN_SENT 2, TCP_CLOSE 7. */
    uint8_t state;
    /* From SYN to SYN-ACK in microseconds, as the kernel measured it. */
    uint32_t rtt_us;
    /* SYNs that were sent again. */
    uint32_t retransmits;
};

/* Returns 0 or a negative errno. */
int cs_read_handshake(int descriptor, struct cs_handshake *handshake);

#endif
