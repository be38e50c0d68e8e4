#ifndef CS_ICMP_H
#define CS_ICMP_H

/* Filters of raw ICMP sockets: without them such a socket gets every ICMP message that reaches this host. */

#include <stdint.h>

/* Lets only echo replies pass (ICMP_FILTER, ICMP6_FILTER), and of these only the ones with this identifier (a classic
   BPF program). The error queue is not filtered. Returns 0 or a negative errno. */
int cs_filter_echo_replies(int descriptor, int family, uint16_t identifier);

#endif
