// The raw store: SQLite with the tables, statements and pragmas of our persistence, in C. Any part can be left out,
// to measure its cost.

#ifndef STORE_H
#define STORE_H

#include "command.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdarg.h>

// Parts that can be left out.
enum {
  SYNC = 1 << 0, CHECKPOINTS = 1 << 1, CELL_CHECK = 1 << 2, SAVEPOINTS = 1 << 3, RECALL = 1 << 4, REPLIES = 1 << 5,
  REPLIES_BY_AGE = 1 << 6, DOCUMENTS = 1 << 7, DOCUMENTS_IN_ORDER = 1 << 8, DOCUMENTS_OF_PARENT = 1 << 9,
  SEARCH = 1 << 10, EVENTS = 1 << 11, EVENT_ID = 1 << 12, OF_STANDUP = 1 << 13, OF_MEETING = 1 << 14,
  OF_CORRELATION = 1 << 15, HEADS = 1 << 16, HEAD_OF_STANDUP = 1 << 17,
};

static unsigned without;
static sqlite3 *database;

// As in Services/Persistence/Service/SQLiteStore/Opening, each with the part that it belongs to.
static const struct {
  unsigned part;
  const char *sql;
} schema[] = {
    {0, "PRAGMA journal_mode=WAL;PRAGMA foreign_keys=ON;PRAGMA temp_store=MEMORY;PRAGMA journal_size_limit=67108864;"
        "PRAGMA synchronous=OFF;PRAGMA wal_autocheckpoint=0;"},
    {SYNC, "PRAGMA synchronous=FULL;"},
    {CHECKPOINTS, "PRAGMA wal_autocheckpoint=1000;"},
    {CELL_CHECK, "PRAGMA cell_size_check=ON;"},
    {0, "BEGIN;"
        "CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;"
        "CREATE TABLE documents (row INTEGER PRIMARY KEY, collection TEXT NOT NULL, id TEXT NOT NULL, parent TEXT,"
        " sortKey INTEGER NOT NULL, body TEXT NOT NULL, searchText TEXT, UNIQUE (collection, id)) STRICT;"},
    {DOCUMENTS_IN_ORDER, "CREATE INDEX documentsInOrder ON documents (collection, sortKey, id);"},
    {DOCUMENTS_OF_PARENT,
     "CREATE INDEX documentsOfParent ON documents (collection, parent, sortKey, id) WHERE parent IS NOT NULL;"},
    {0, "CREATE TABLE events (sequence INTEGER PRIMARY KEY, id TEXT NOT NULL"},
    {EVENT_ID, " UNIQUE"},
    {0, ", type TEXT NOT NULL, subject TEXT NOT NULL, time TEXT NOT NULL, source TEXT NOT NULL, traceparent TEXT,"
        " standup TEXT, meeting TEXT, data TEXT NOT NULL, prevType INTEGER, prevStandup INTEGER, prevMeeting INTEGER,"
        " correlation TEXT, causation TEXT, stored INTEGER NOT NULL) STRICT;"},
    {OF_STANDUP, "CREATE INDEX eventsOfStandup ON events (standup, sequence) WHERE standup IS NOT NULL;"},
    {OF_MEETING, "CREATE INDEX eventsOfMeeting ON events (meeting, sequence) WHERE meeting IS NOT NULL;"},
    {OF_CORRELATION, "CREATE INDEX eventsOfCorrelation ON events (correlation) WHERE correlation IS NOT NULL;"},
    {0, "CREATE TABLE heads (view TEXT NOT NULL PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
        "CREATE TABLE replies (key TEXT NOT NULL PRIMARY KEY, reply TEXT NOT NULL, firstSequence INTEGER NOT NULL,"
        " lastSequence INTEGER NOT NULL, created INTEGER NOT NULL) STRICT;"},
    {REPLIES_BY_AGE, "CREATE INDEX repliesByAge ON replies (created);"},
    {SEARCH,
     "CREATE VIRTUAL TABLE search USING fts5 (searchText, content = 'documents', content_rowid = 'row',"
     " tokenize = 'unicode61 remove_diacritics 2');"
     "CREATE TRIGGER searchInsert AFTER INSERT ON documents WHEN new.searchText IS NOT NULL BEGIN"
     " INSERT INTO search (rowid, searchText) VALUES (new.row, new.searchText); END;"
     "CREATE TRIGGER searchDelete AFTER DELETE ON documents WHEN old.searchText IS NOT NULL BEGIN"
     " INSERT INTO search (search, rowid, searchText) VALUES ('delete', old.row, old.searchText); END;"
     "CREATE TRIGGER searchUpdate AFTER UPDATE OF searchText ON documents"
     " WHEN old.searchText IS NOT new.searchText BEGIN"
     " INSERT INTO search (search, rowid, searchText)"
     " SELECT 'delete', old.row, old.searchText WHERE old.searchText IS NOT NULL;"
     " INSERT INTO search (rowid, searchText)"
     " SELECT new.row, new.searchText WHERE new.searchText IS NOT NULL; END;"},
    {0, "COMMIT;"},
};

static void store_failed(const char *what) {
  fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, sqlite3_errmsg(database));
  exit(1);
}

static sqlite3_stmt *prepared(const char *sql) {
  sqlite3_stmt *statement = NULL;
  int result = sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  if (result != SQLITE_OK) store_failed(sql);
  return statement;
}

// Runs a statement with strings (s), strings with sizes (t), numbers (i) and nulls (n).
static int64_t execute(sqlite3_stmt *statement, const char *kinds, ...) {
  va_list values;
  va_start(values, kinds);
  for (int index = 0; kinds[index]; index++) {
    text value;
    switch (kinds[index]) {
      case 's': sqlite3_bind_text(statement, index + 1, va_arg(values, const char *), -1, SQLITE_STATIC); break;
      case 't':
        value = va_arg(values, text);
        sqlite3_bind_text(statement, index + 1, value.start, (int)value.size, SQLITE_STATIC);
        break;
      case 'i': sqlite3_bind_int64(statement, index + 1, va_arg(values, int64_t)); break;
      default: sqlite3_bind_null(statement, index + 1);
    }
  }
  va_end(values);
  int result = sqlite3_step(statement);
  if (result != SQLITE_ROW && result != SQLITE_DONE) store_failed(sqlite3_sql(statement));
  int64_t first = result == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
  sqlite3_reset(statement);
  return first;
}

static sqlite3_stmt *begin, *end, *savepoint, *release, *recall, *put, *last_of, *set_last, *add, *keep, *head_of,
    *set_head;

// Creates the database without the parts to be left out.
static void open_store(const char *path) {
  char sql[8192] = "", *problem = NULL;
  for (size_t index = 0; index < sizeof schema / sizeof *schema; index++)
    if (!(schema[index].part & without)) strcat(sql, schema[index].sql);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
  if (sqlite3_open_v2(path, &database, flags, NULL) != SQLITE_OK) store_failed(path);
  if (sqlite3_exec(database, sql, NULL, NULL, &problem) != SQLITE_OK) store_failed(sql);
  begin = prepared("BEGIN IMMEDIATE");
  end = prepared("COMMIT");
  savepoint = prepared("SAVEPOINT one");
  release = prepared("RELEASE one");
  recall = prepared("SELECT reply, firstSequence, lastSequence FROM replies WHERE key = ?");
  put = prepared(
      "INSERT INTO documents (collection, id, parent, sortKey, body, searchText) VALUES (?, ?, ?, ?, ?, ?)");
  last_of = prepared("SELECT last FROM heads WHERE view = ?");
  set_last = prepared("INSERT OR REPLACE INTO heads (view, last) VALUES (?, ?)");
  add = prepared(
      "INSERT INTO events (sequence, id, type, subject, time, source, traceparent, standup, meeting, data, prevType,"
      " prevStandup, prevMeeting, correlation, causation, stored)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  keep = prepared("INSERT INTO replies (key, reply, firstSequence, lastSequence, created) VALUES (?, ?, ?, ?, ?)");
  head_of = prepared("SELECT value FROM meta WHERE key = 'head'");
  set_head = prepared("INSERT OR REPLACE INTO meta (key, value) VALUES ('head', ?)");
}

static inline void close_store(void) {
  sqlite3_stmt *all[] = {begin, end, savepoint, release, recall, put, last_of, set_last, add, keep, head_of, set_head};
  for (size_t index = 0; index < sizeof all / sizeof *all; index++) sqlite3_finalize(all[index]);
  sqlite3_close(database);
}

// Makes an event the last one of a topic family; returns the previous one, or 0.
static int64_t advance(const char *view, int64_t sequence) {
  int64_t last = execute(last_of, "s", view);
  execute(set_last, "si", view, sequence);
  return last;
}

// The first half of a transaction; returns the last sequence so far.
static int64_t begin_commits(void) {
  execute(begin, "");
  return execute(head_of, "");
}

// Writes the stored data of one command; returns the sequence of the previous event of its type.
static int64_t write_commit(const commit *row, int64_t sequence) {
  char view[64];
  int64_t of_type = 0, of_standup = 0, now = (int64_t)time(NULL) * 1000;
  if (!(without & SAVEPOINTS)) execute(savepoint, "");
  if (!(without & RECALL)) execute(recall, "t", row->key);
  if (!(without & DOCUMENTS)) execute(put, "stnitn", "standups", row->id, row->sort_key, row->document);
  if (!(without & HEADS)) of_type = advance("t/standup.created", sequence);
  if (!(without & HEAD_OF_STANDUP)) {
    snprintf(view, sizeof view, "s/%.*s", PRINT(row->id));
    of_standup = advance(view, sequence);
  }
  if (!(without & EVENTS))
    execute(add, "itsttsntntiintti", sequence, row->event, "standup.created", row->id, row->time, "/standups/standups",
            row->id, row->data, of_type, of_standup, row->cause, row->cause, now);
  if (!(without & REPLIES)) execute(keep, "ttiii", row->key, row->reply, sequence, sequence, now);
  if (!(without & SAVEPOINTS)) execute(release, "");
  return of_type;
}

// The second half: everything since the first half is on disk when this returns.
static void end_commits(int64_t sequence) {
  execute(set_head, "i", sequence);
  execute(end, "");
}

#endif
