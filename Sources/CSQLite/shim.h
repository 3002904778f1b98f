#pragma once
#include <sqlite3.h>

// Wrappers for Swift, which imports neither variadic functions nor macros that cast.

/// Binds a copy of `length` bytes of UTF-8.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                    sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Keeps the write-ahead log when the last connection is closed, instead of copying it into the
/// file and removing it.
static inline int csqlite_leave_log_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// Rejects SQL that could corrupt the file (a writable schema, shadow tables).
static inline int csqlite_be_defensive(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
