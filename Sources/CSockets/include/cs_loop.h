#ifndef CS_LOOP_H
#define CS_LOOP_H

/* What an event loop needs and Swift's Glibc module leaves out. */

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

/* The calling thread's name in ps and gdb; the kernel keeps 15 bytes. */
void cs_name_this_thread(const char *name);

#endif
