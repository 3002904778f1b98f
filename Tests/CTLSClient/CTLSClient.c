#include "CTLSClient.h"

#include <openssl/ssl.h>

struct ctls_client *ctls_client_new(int descriptor) {
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  if (!context) return NULL;
  SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  SSL *session = SSL_new(context);
  // The session keeps the context.
  SSL_CTX_free(context);
  if (session && SSL_set_fd(session, descriptor) != 1) {
    SSL_free(session);
    return NULL;
  }
  return (struct ctls_client *)session;
}

void ctls_client_free(struct ctls_client *client) { SSL_free((SSL *)client); }

int ctls_client_connect(struct ctls_client *client) {
  int result = SSL_connect((SSL *)client);
  if (result == 1) return 1;
  int error = SSL_get_error((SSL *)client, result);
  return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

int ctls_client_write(struct ctls_client *client, const void *bytes, int size) {
  return SSL_write((SSL *)client, bytes, size);
}

int ctls_client_read(struct ctls_client *client, void *bytes, int size) {
  int result = SSL_read((SSL *)client, bytes, size);
  if (result > 0) return result;
  return SSL_get_error((SSL *)client, result) == SSL_ERROR_ZERO_RETURN ? 0 : -1;
}

int ctls_client_update_key(struct ctls_client *client) {
  if (SSL_key_update((SSL *)client, SSL_KEY_UPDATE_NOT_REQUESTED) != 1) return 0;
  return SSL_do_handshake((SSL *)client);
}
