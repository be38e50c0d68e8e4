#define _GNU_SOURCE
#include "cs_loop.h"

#include <sys/prctl.h>

void cs_name_this_thread(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}
