#include "CTLS.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

// A descriptor as a BIO. That of OpenSSL writes with write(2), which raises SIGPIPE.

static int transport_write(BIO *bio, const char *bytes, int size) {
  BIO_clear_retry_flags(bio);
  ssize_t count = send((int)(intptr_t)BIO_get_data(bio), bytes, (size_t)size, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_write(bio);
  return (int)count;
}

static int transport_read(BIO *bio, char *bytes, int size) {
  BIO_clear_retry_flags(bio);
  ssize_t count = recv((int)(intptr_t)BIO_get_data(bio), bytes, (size_t)size, MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_read(bio);
  if (count == 0) BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
  return (int)count;
}

static long transport_control(BIO *bio, int command, long argument, void *pointer) {
  (void)argument;
  (void)pointer;
  if (command == BIO_CTRL_EOF) return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0;
  return command == BIO_CTRL_FLUSH;
}

// Created once, and never freed.
static BIO_METHOD *transport;
static pthread_once_t transport_once = PTHREAD_ONCE_INIT;

static void make_transport(void) {
  BIO_METHOD *made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "transport");
  if (!made) return;
  BIO_meth_set_write(made, transport_write);
  BIO_meth_set_read(made, transport_read);
  BIO_meth_set_ctrl(made, transport_control);
  transport = made;
}

/// Keeps a key with a password from asking for it on the terminal.
static int no_password(char *buffer, int size, int is_writing, void *context) {
  (void)buffer;
  (void)size;
  (void)is_writing;
  (void)context;
  return -1;
}

/// Chooses HTTP/1.1 if the client offers protocols.
static int choose_protocol(SSL *session, const unsigned char **chosen, unsigned char *chosen_size,
                           const unsigned char *offered, unsigned int offered_size, void *context) {
  (void)session;
  (void)context;
  static const unsigned char supported[] = "\x08http/1.1";
  unsigned char *found = NULL;
  int result = SSL_select_next_proto(&found, chosen_size, supported, sizeof supported - 1, offered, offered_size);
  if (result != OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_ALERT_FATAL;
  *chosen = found;
  return SSL_TLSEXT_ERR_OK;
}

static void explain(char *problem, size_t size, const char *what) {
  unsigned long error = ERR_peek_last_error();
  const char *reason = error ? ERR_reason_error_string(error) : NULL;
  if (reason)
    snprintf(problem, size, "%s (OpenSSL: %s)", what, reason);
  else
    snprintf(problem, size, "%s", what);
  ERR_clear_error();
}

static const char *add_certificates(SSL_CTX *context, BIO *source) {
  X509 *first = PEM_read_bio_X509_AUX(source, NULL, no_password, NULL);
  if (!first) return "it contains no certificate in PEM";
  int is_used = SSL_CTX_use_certificate(context, first);
  X509_free(first);
  if (is_used != 1) return "the certificate cannot be used";
  for (;;) {
    X509 *issuer = PEM_read_bio_X509(source, NULL, no_password, NULL);
    if (!issuer) break;
    if (SSL_CTX_add0_chain_cert(context, issuer) != 1) {
      X509_free(issuer);
      return "an issuer's certificate cannot be used";
    }
  }
  unsigned long error = ERR_peek_last_error();
  if (ERR_GET_LIB(error) != ERR_LIB_PEM || ERR_GET_REASON(error) != PEM_R_NO_START_LINE)
    return "an issuer's certificate is damaged";
  ERR_clear_error();
  return NULL;
}

static const char *add_key(SSL_CTX *context, BIO *source) {
  EVP_PKEY *key = PEM_read_bio_PrivateKey(source, NULL, no_password, NULL);
  if (!key) return "the key is not a private key in PEM without a password";
  int is_used = SSL_CTX_use_PrivateKey(context, key);
  EVP_PKEY_free(key);
  if (is_used != 1 || SSL_CTX_check_private_key(context) != 1) return "the key does not belong to the certificate";
  return NULL;
}

struct ctls_context *ctls_context_new(const void *certificate, size_t certificate_size, const void *key,
                                      size_t key_size, char *problem, size_t problem_size) {
  ERR_clear_error();
  const char *failure = "out of memory";
  SSL_CTX *context = SSL_CTX_new(TLS_server_method());
  // An empty file may have no address.
  BIO *certificates = BIO_new_mem_buf(certificate_size ? certificate : "", (int)certificate_size);
  BIO *keys = BIO_new_mem_buf(key_size ? key : "", (int)key_size);
  if (context && certificates && keys) failure = add_certificates(context, certificates);
  if (!failure) failure = add_key(context, keys);
  if (!failure && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1) failure = "TLS 1.2 is unavailable";
  // Those with forward secrecy and authenticated encryption; TLS 1.3 has no others.
  if (!failure && SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") != 1)
    failure = "the ciphers of TLS 1.2 are unavailable";
  BIO_free(certificates);
  BIO_free(keys);
  if (failure) {
    explain(problem, problem_size, failure);
    SSL_CTX_free(context);
    return NULL;
  }
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                   SSL_OP_PRIORITIZE_CHACHA | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  // Otherwise, one read would consume any number of messages without data, such as key updates.
  SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
  return (struct ctls_context *)context;
}

void ctls_context_free(struct ctls_context *context) { SSL_CTX_free((SSL_CTX *)context); }

struct ctls_session *ctls_session_new(struct ctls_context *context, int descriptor) {
  pthread_once(&transport_once, make_transport);
  SSL *session = transport ? SSL_new((SSL_CTX *)context) : NULL;
  BIO *bio = session ? BIO_new(transport) : NULL;
  if (!bio) {
    SSL_free(session);
    return NULL;
  }
  BIO_set_data(bio, (void *)(intptr_t)descriptor);
  BIO_set_init(bio, 1);
  SSL_set_bio(session, bio, bio);
  SSL_set_accept_state(session);
  return (struct ctls_session *)session;
}

void ctls_session_free(struct ctls_session *session) { SSL_free((SSL *)session); }

static int result(SSL *session, int returned) {
  if (returned > 0) return returned;
  switch (SSL_get_error(session, returned)) {
    case SSL_ERROR_ZERO_RETURN: return 0;
    case SSL_ERROR_WANT_READ: return CTLS_WANTS_DATA;
    case SSL_ERROR_WANT_WRITE: return CTLS_WANTS_ROOM;
    default: ERR_clear_error(); return CTLS_FAILED;
  }
}

int ctls_accept(struct ctls_session *session) {
  ERR_clear_error();
  int found = result((SSL *)session, SSL_accept((SSL *)session));
  return found == 0 ? CTLS_FAILED : found;
}

int ctls_read(struct ctls_session *session, void *bytes, int size) {
  ERR_clear_error();
  return result((SSL *)session, SSL_read((SSL *)session, bytes, size));
}

int ctls_write(struct ctls_session *session, const void *bytes, int size) {
  ERR_clear_error();
  int found = result((SSL *)session, SSL_write((SSL *)session, bytes, size));
  return found == 0 ? CTLS_FAILED : found;
}

void ctls_close(struct ctls_session *session) {
  ERR_clear_error();
  SSL_shutdown((SSL *)session);
  ERR_clear_error();
}
