#pragma once

// A client with TLS 1.3 (OpenSSL 3) that sends what programs do not send. It trusts every
// certificate. On a descriptor that blocks, its functions block.

struct ctls_client;

/// Creates a client on a connected descriptor, which stays the caller's; NULL on failure.
struct ctls_client *ctls_client_new(int descriptor);
void ctls_client_free(struct ctls_client *client);

/// Continues the handshake; returns 1 when it is complete, 0 if it waits for the other side, and -1
/// on failure.
int ctls_client_connect(struct ctls_client *client);
/// Sends bytes; returns their number, or a number that is not positive on failure.
int ctls_client_write(struct ctls_client *client, const void *bytes, int size);
/// Reads bytes; returns their number, 0 at the end, and -1 on failure.
int ctls_client_read(struct ctls_client *client, void *bytes, int size);
/// Sends a KeyUpdate message (RFC 8446, section 4.6.3) that requests none; returns 1 on success.
int ctls_client_update_key(struct ctls_client *client);
