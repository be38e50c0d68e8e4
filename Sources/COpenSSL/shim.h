#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// OpenSSL's macros, which Swift does not import, as functions of the same meaning.

static inline int cssl_set_minimum_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_min_proto_version(context, version);
}

static inline int cssl_tls_1_2(void) { return TLS1_2_VERSION; }

static inline void cssl_set_read_ahead(SSL_CTX *context, int on) { SSL_CTX_set_read_ahead(context, on); }

/// Lets SSL_write return after a part, and be repeated with another pointer to the same bytes.
static inline void cssl_set_partial_write(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

/// A peer that closes without close_notify reads as end of input: HTTP's own framing tells what is missing.
static inline void cssl_ignore_unexpected_eof(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
}

static inline int cssl_set_server_name(SSL *ssl, const char *name) { return SSL_set_tlsext_host_name(ssl, name); }

/// Bytes that went into the socket, handshake and record overhead included.
static inline uint64_t cssl_bytes_written(SSL *ssl) {
    BIO *wire = SSL_get_wbio(ssl);
    return wire ? BIO_number_written(wire) : 0;
}

static inline int cssl_reason(unsigned long error) { return ERR_GET_REASON(error); }

#endif
