#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

#include <stdint.h>
#include <string.h>

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

// For probes, which look at a server rather than trust it.

/// Version 0: the oldest or newest there is.
static inline int cssl_set_versions(SSL_CTX *context, int minimum, int maximum) {
    return SSL_CTX_set_min_proto_version(context, minimum) == 1 && SSL_CTX_set_max_proto_version(context, maximum) == 1;
}

/// What a server has that this system's policy would refuse is to be seen, and told, not taken for silence.
static inline int cssl_allow_legacy(SSL_CTX *context) {
    SSL_CTX_set_security_level(context, 0);
    SSL_CTX_set_options(context, SSL_OP_LEGACY_SERVER_CONNECT | SSL_OP_IGNORE_UNEXPECTED_EOF);
    return SSL_CTX_set_cipher_list(context, "ALL:@SECLEVEL=0");
}

static inline int cssl_accept_for_now(X509_STORE_CTX *store, void *argument) {
    (void)store;
    (void)argument;
    return 1;
}

/// Leaves the verification to cssl_verify, after the handshake, whose time it would lengthen.
static inline void cssl_verify_later(SSL_CTX *context) {
    SSL_CTX_set_cert_verify_callback(context, cssl_accept_for_now, NULL);
}

struct cssl_verification {
    /// X509_V_ERR numbers in the order in which they were found.
    int errors[16];
    int count;
    /// notAfter of the certificate of the verified chain that expires first, in seconds since 1970.
    int64_t expires;
};

static inline int64_t cssl_seconds(const ASN1_TIME *time) {
    int days = 0, seconds = 0;
    ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
    if (epoch == NULL || ASN1_TIME_diff(&days, &seconds, epoch, time) != 1) days = seconds = 0;
    ASN1_TIME_free(epoch);
    return (int64_t)days * 86400 + seconds;
}

/// Notes the error and goes on, so that all of them are found.
static inline int cssl_note_error(int valid, X509_STORE_CTX *store) {
    struct cssl_verification *found = (struct cssl_verification *)X509_STORE_CTX_get_app_data(store);
    int error = X509_STORE_CTX_get_error(store);
    if (valid || found == NULL) return 1;
    for (int place = 0; place < found->count; place++)
        if (found->errors[place] == error) return 1;
    if (found->count < 16) found->errors[found->count++] = error;
    return 1;
}

/// Verifies the peer's chain against the context's trusted certificates, and its name. Returns 0 when that could not be
/// tried.
static inline int cssl_verify(SSL *ssl, const char *host, int is_address, struct cssl_verification *found) {
    X509 *leaf = SSL_get0_peer_certificate(ssl);
    X509_STORE_CTX *store = X509_STORE_CTX_new();
    *found = (struct cssl_verification){.count = 0};
    int tried = leaf != NULL && store != NULL
                && X509_STORE_CTX_init(store, SSL_CTX_get_cert_store(SSL_get_SSL_CTX(ssl)), leaf, SSL_get_peer_cert_chain(ssl));
    if (tried) {
        X509_STORE_CTX_set_default(store, "ssl_server");
        X509_STORE_CTX_set_app_data(store, found);
        X509_STORE_CTX_set_verify_cb(store, cssl_note_error);
        X509_VERIFY_PARAM *wanted = X509_STORE_CTX_get0_param(store);
        tried = is_address ? X509_VERIFY_PARAM_set1_ip_asc(wanted, host) : X509_VERIFY_PARAM_set1_host(wanted, host, 0);
    }
    if (tried && X509_verify_cert(store) <= 0 && found->count == 0)
        found->errors[found->count++] = X509_STORE_CTX_get_error(store);
    STACK_OF(X509) *chain = tried ? X509_STORE_CTX_get0_chain(store) : NULL;
    for (int place = 0; chain != NULL && place < sk_X509_num(chain); place++) {
        int64_t end = cssl_seconds(X509_get0_notAfter(sk_X509_value(chain, place)));
        if (place == 0 || end < found->expires) found->expires = end;
    }
    X509_STORE_CTX_free(store);
    return tried;
}

/// The n-th certificate that the peer sent, from 0; NULL: there are no more.
static inline X509 *cssl_sent_certificate(SSL *ssl, int place) {
    STACK_OF(X509) *chain = SSL_get_peer_cert_chain(ssl);
    return chain != NULL && place < sk_X509_num(chain) ? sk_X509_value(chain, place) : NULL;
}

/// Subject or issuer as RFC 2253 writes it, cut at the buffer's end. Returns its length.
static inline int cssl_name(const X509_NAME *name, char *text, int capacity) {
    BIO *memory = BIO_new(BIO_s_mem());
    int length = 0;
    if (memory != NULL && X509_NAME_print_ex(memory, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB) >= 0)
        length = BIO_read(memory, text, capacity);
    BIO_free(memory);
    return length > 0 ? length : 0;
}

/// The n-th DNS name or IP address of subjectAltName, cut at the buffer's end. Returns its length, 0 for a name of
/// another kind, -1 when there are no more. *is_address tells addresses, which are 4 or 16 bytes.
static inline int cssl_alternative_name(X509 *certificate, int place, unsigned char *bytes, int capacity, int *is_address) {
    GENERAL_NAMES *names = (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    int length = -1;
    if (names != NULL && place < sk_GENERAL_NAME_num(names)) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, place);
        const ASN1_STRING *value = name->type == GEN_DNS ? name->d.dNSName : name->type == GEN_IPADD ? name->d.iPAddress : NULL;
        *is_address = name->type == GEN_IPADD;
        length = value == NULL ? 0 : ASN1_STRING_length(value);
        if (length > capacity) length = capacity;
        if (length > 0) memcpy(bytes, ASN1_STRING_get0_data(value), (size_t)length);
    }
    GENERAL_NAMES_free(names);
    return length;
}

#endif
