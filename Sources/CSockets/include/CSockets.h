#include "cs_gnu.h"
#include "cs_tcp.h"
