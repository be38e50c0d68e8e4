#ifndef CS_CONTROL_H
#define CS_CONTROL_H

#include <sys/socket.h>

#include "cs_stamps.h"

/* Puts what a control message says into the message. */
void cs_read_control(const struct cmsghdr *header, struct cs_message *message);

#endif
