#ifndef CS_GNU_H
#define CS_GNU_H

#include <stddef.h>
#include <sys/types.h>

// Calls that glibc declares under _GNU_SOURCE only or in headers outside of Swift's Glibc module.
// Each returns what the call of that name returns: -1 and errno for a failure.

/// A memfd_create(2) file, close-on-exec.
int cs_gnu_memfd(const char *name);

/// Up to 256 bytes are always filled in one call (getrandom(2)); more may come in parts.
ssize_t cs_gnu_getrandom(void *bytes, size_t count);

/// Sets the niceness of the calling thread alone: on Linux setpriority(2) takes a thread's id.
int cs_gnu_set_thread_niceness(int niceness);

/// unshare(2) with CLONE_NEWNET: the calling thread gets a network namespace of its own.
int cs_gnu_unshare_network(void);

/// mallopt(3) with M_MMAP_THRESHOLD: arrays from this many bytes on go back to the system when they are let go. 1: done.
int cs_gnu_set_mmap_threshold(int bytes);

#endif
