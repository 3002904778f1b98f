#pragma once
// By its folder, so that pkg-config is not needed: what libpq.pc asks for SwiftPM refuses with a warning.
#include <postgresql/libpq-fe.h>
