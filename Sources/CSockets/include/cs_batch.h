#ifndef CS_BATCH_H
#define CS_BATCH_H

/* Many datagrams with one system call (sendmmsg(2), recvmmsg(2)). */

#include <stddef.h>
#include <stdint.h>

#include "cs_stamps.h"

enum { CS_BATCH = 64 };

/* Sends `count` datagrams of `size` bytes that stand one behind the other, each to its peer, at most CS_BATCH. Returns how
   many left, or a negative errno when not even the first did. */
int cs_send_batch(int descriptor, const void *datagrams, size_t size, const struct cs_address *peers, unsigned count);

/* Receives what waits, at most CS_BATCH datagrams, each into its own `capacity` bytes of the buffer. Returns how many, 0
   when none waits, or a negative errno. Add MSG_ERRQUEUE to flags for the error queue. */
int cs_receive_batch(int descriptor, void *buffers, size_t capacity, struct cs_message *messages, unsigned count, int flags);

#endif
