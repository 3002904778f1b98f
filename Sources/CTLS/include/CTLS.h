#pragma once
#include <stddef.h>

// The server's side of TLS (OpenSSL 3) on descriptors that do not block. The types are opaque, so
// that no header of OpenSSL reaches Swift.

/// A certificate with its key, and the rules for connections.
struct ctls_context;
/// One connection.
struct ctls_session;

/// Negative results of the functions for a session.
enum ctls_result {
  /// The connection is broken, or the other side violates the protocol.
  CTLS_FAILED = -1,
  /// Nothing can be done before the descriptor is readable.
  CTLS_WANTS_DATA = -2,
  /// Nothing can be done before the descriptor is writable.
  CTLS_WANTS_ROOM = -3,
};

/// Creates a context for TLS 1.2 and 1.3 with HTTP/1.1.
///
/// - certificate: PEM of the certificate, followed by those of its issuers.
/// - key: PEM of the key, without a password.
/// - problem: receives the reason for a failure, terminated by zero.
///
/// Returns NULL on failure.
struct ctls_context *ctls_context_new(const void *certificate, size_t certificate_size, const void *key,
                                      size_t key_size, char *problem, size_t problem_size);
/// Frees a context; its sessions keep what they need.
void ctls_context_free(struct ctls_context *context);

/// Creates a session on a connected descriptor, which stays the caller's; NULL if memory is
/// exhausted.
struct ctls_session *ctls_session_new(struct ctls_context *context, int descriptor);
void ctls_session_free(struct ctls_session *session);

/// Continues the handshake; returns 1 when it is complete.
int ctls_accept(struct ctls_session *session);
/// Reads decrypted bytes; returns their number, or 0 at the end.
int ctls_read(struct ctls_session *session, void *bytes, int size);
/// Encrypts and sends bytes; returns the number of those accepted, which is positive.
int ctls_write(struct ctls_session *session, const void *bytes, int size);
/// Sends the end of the data, if the descriptor accepts it now.
void ctls_close(struct ctls_session *session);
