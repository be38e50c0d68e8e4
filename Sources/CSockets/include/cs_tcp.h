#ifndef CS_TCP_H
#define CS_TCP_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// What TCP_INFO says of a connection, with the units of <linux/tcp.h> in the names.
///
/// glibc's own struct tcp_info ends before the fields that matter here (bytes_acked and later), and the kernel's
/// header cannot be included together with it; hence this copy.
struct cs_tcp_info {
    uint8_t state;
    uint32_t rtt_us;
    uint32_t total_retrans;
    uint32_t snd_cwnd;
    /// Bytes in the send buffer that were never sent.
    uint32_t notsent_bytes;
    /// Octets that the peer acknowledged, the SYN included (RFC 4898 tcpEStatsAppHCThruOctetsAcked).
    uint64_t bytes_acked;
    uint64_t bytes_received;
    uint64_t delivery_rate_bytes_per_second;
    uint64_t busy_us;
    uint64_t rwnd_limited_us;
    uint64_t sndbuf_limited_us;
    /// The receiver's own estimate of the round trip; 0 before the first.
    uint32_t rcv_rtt_us;
    /// Segments that came before one that was still missing; -1 before Linux 5.4, where nobody counted.
    int64_t rcv_ooopack;
    /// The receive window that this host advertises in bytes; 0 before Linux 6.2.
    uint32_t rcv_wnd;
};

/// 0, or -1 with errno. Fields that an old kernel does not know are 0, where nothing else is said.
int cs_tcp_get_info(int descriptor, struct cs_tcp_info *info);

/// The same of what a kernel answered: an older one has a shorter struct.
void cs_tcp_read_info(const void *bytes, size_t length, struct cs_tcp_info *info);

// <sys/socket.h> declares its constants as enumerators, whose Swift type depends on which module includes it first;
// hence these calls. Each returns -1 and errno for a failure.

/// A TCP socket, non-blocking and close-on-exec.
int cs_tcp_socket(int family);

/// accept4(2) with a non-blocking, close-on-exec result.
int cs_tcp_accept(int listener);

/// send(2) that reports a broken connection as EPIPE, without SIGPIPE.
ssize_t cs_tcp_send(int descriptor, const void *bytes, size_t count);

/// Takes bytes off the receive queue without copying them (MSG_TRUNC, tcp(7)).
ssize_t cs_tcp_discard(int descriptor, size_t count);

#endif
