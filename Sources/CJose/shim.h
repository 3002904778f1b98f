#pragma once
#include <cjose/jwk.h>
#include <cjose/jws.h>
#include <openssl/err.h>

/// Removes the errors of a rejected key or signature from the thread's queue of OpenSSL, where another user of
/// OpenSSL on the same thread would find them.
static inline void ccjose_forget_errors(void) { ERR_clear_error(); }
