#ifndef CS_FRAMES_H
#define CS_FRAMES_H

/* Ethernet frames as they come from an interface (packet(7)); Swift imports neither sockaddr_ll nor the CMSG macros. */

#include <stddef.h>
#include <stdint.h>

/* One frame that was received. */
struct cs_frame {
    /* When it came, ns of CLOCK_REALTIME by the kernel's stamp; 0 when it has none. */
    int64_t stamp;
    /* Bytes on the wire; more than the slot has when it was cut short. */
    int32_t length;
};

enum { CS_FRAMES_AT_ONCE = 32 };

/* A packet socket for every frame that comes in by the interface, never for those that go out, with receive stamps and
   buffers of that many bytes. Needs CAP_NET_RAW, and CAP_NET_ADMIN for the buffers. Returns a descriptor or a negative errno. */
int cs_frames_open(const char *interface, int buffer);

/* Up to CS_FRAMES_AT_ONCE frames without waiting, the nth at bytes + n * slot. Returns how many, or a negative errno. */
int cs_frames_receive(int descriptor, void *bytes, size_t slot, struct cs_frame *frames);

#endif
