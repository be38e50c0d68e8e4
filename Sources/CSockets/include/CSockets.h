#ifndef CSOCKETS_H
#define CSOCKETS_H

#include "cs_answer.h"
#include "cs_batch.h"
#include "cs_frames.h"
#include "cs_gnu.h"
#include "cs_handshake.h"
#include "cs_icmp.h"
#include "cs_loop.h"
#include "cs_stamps.h"
#include "cs_tcp.h"

#endif
