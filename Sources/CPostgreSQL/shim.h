#pragma once
// Included by its directory, so that pkg-config is not needed: SwiftPM rejects flags of libpq.pc
// with a warning.
#include <postgresql/libpq-fe.h>
