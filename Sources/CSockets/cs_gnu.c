#define _GNU_SOURCE
#include "cs_gnu.h"

#include <malloc.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

int cs_gnu_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

ssize_t cs_gnu_getrandom(void *bytes, size_t count) { return getrandom(bytes, count, 0); }

int cs_gnu_set_thread_niceness(int niceness) { return setpriority(PRIO_PROCESS, gettid(), niceness); }

int cs_gnu_unshare_network(void) { return unshare(CLONE_NEWNET); }

int cs_gnu_set_mmap_threshold(int bytes) { return mallopt(M_MMAP_THRESHOLD, bytes); }
