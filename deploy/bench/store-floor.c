// The raw store: the number of commands that SQLite itself makes durable, in one process with one thread, with the
// tables, statements and pragmas of our persistence and nothing else. Each transaction is on disk before the next.
//
//   cc -O2 -o store-floor store-floor.c -lsqlite3
//   ./store-floor DIRECTORY batch NUMBER SECONDS    so many commands in each transaction
//   ./store-floor DIRECTORY costs COMMANDS          what each index, table and statement costs, in batches of 64:
//                                                  how much less it is when it is left out
//
// The databases are created in the directory, and removed. Creating the commands is not timed. Prints one line of
// JSON; costs are per command, the last ones for all parts together.

#include "figures.h"
#include "store.h"

enum { MOST = 1024, BATCH = 64 };

typedef struct {
  long commands, transactions, pages;
  int64_t wall, cpu;
} effort;

// Fills a new database until the number of commands is reached or the time is over.
static effort run(const char *directory, int batch, long commands, double seconds) {
  static made given[MOST];
  static const char *const ends[] = {"", "-wal", "-shm"};
  char path[256], file[264];
  snprintf(path, sizeof path, "%s/raw.db", directory);
  open_store(path);
  effort all = {0};
  int64_t until = now_ns() + (int64_t)(seconds * 1e9);
  while (commands ? all.commands < commands : now_ns() < until) {
    for (int index = 0; index < batch; index++) make_next(&given[index]);
    int64_t time = now_ns(), cpu = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
    int64_t sequence = begin_commits();
    for (int index = 0; index < batch; index++) write_commit(&given[index].row, ++sequence);
    end_commits(sequence);
    time = now_ns() - time;
    all.cpu += nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    all.wall += time;
    all.transactions++;
    all.commands += batch;
    sample(time);
  }
  int pages = 0, most = 0;
  sqlite3_db_status(database, SQLITE_DBSTATUS_CACHE_WRITE, &pages, &most, 0);
  all.pages = pages;
  close_store();
  for (int index = 0; index < 3; index++) {
    snprintf(file, sizeof file, "%s%s", path, ends[index]);
    unlink(file);
  }
  return all;
}

typedef struct {
  double us, cpu, pages;
} cost;

static cost of_one(const char *directory, long commands, unsigned left_out) {
  without = left_out;
  atomic_store(&sample_count, 0);
  effort all = run(directory, BATCH, commands, 0);
  double count = (double)all.commands;
  return (cost){(double)all.wall / 1e3 / count, (double)all.cpu / 1e3 / count, (double)all.pages / count};
}

static void print_cost(const char *name, cost one) {
  printf("{\"part\":\"%s\",\"us\":%.2f,\"cpuUs\":%.2f,\"pages\":%.3f}", name, one.us, one.cpu, one.pages);
}

static void print_costs(const char *directory, long commands) {
  static const struct {
    const char *name;
    unsigned parts;
  } parts[] = {
      {"fsync", SYNC},
      {"checkpoints", CHECKPOINTS},
      {"cell_size_check", CELL_CHECK},
      {"savepoints", SAVEPOINTS},
      {"replies, with indexes", RECALL | REPLIES},
      {"replies: whether there is one", RECALL},
      {"repliesByAge", REPLIES_BY_AGE},
      {"documents, with indexes", DOCUMENTS},
      {"documentsInOrder", DOCUMENTS_IN_ORDER},
      {"documentsOfParent", DOCUMENTS_OF_PARENT},
      {"search and its triggers", SEARCH},
      {"events, with indexes", EVENTS},
      {"events: id is unique", EVENT_ID},
      {"eventsOfStandup", OF_STANDUP},
      {"eventsOfMeeting", OF_MEETING},
      {"eventsOfCorrelation", OF_CORRELATION},
      {"heads", HEADS | HEAD_OF_STANDUP},
      {"heads of standups", HEAD_OF_STANDUP},
  };
  enum { PARTS = sizeof parts / sizeof *parts };
  // Each part is compared with runs of all parts before and after it, as the machine's speed varies.
  of_one(directory, commands, 0);
  cost all[PARTS + 1] = {of_one(directory, commands, 0)}, sum = all[0];
  printf("{\"costs\":[");
  for (int index = 0; index < PARTS; index++) {
    cost left = of_one(directory, commands, parts[index].parts), *before = &all[index], *after = &all[index + 1];
    *after = of_one(directory, commands, 0);
    sum = (cost){sum.us + after->us, sum.cpu + after->cpu, sum.pages + after->pages};
    print_cost(parts[index].name,
               (cost){(before->us + after->us) / 2 - left.us, (before->cpu + after->cpu) / 2 - left.cpu,
                      (before->pages + after->pages) / 2 - left.pages});
    printf(",");
  }
  print_cost("all", (cost){sum.us / (PARTS + 1), sum.cpu / (PARTS + 1), sum.pages / (PARTS + 1)});
  printf("]}\n");
}

int main(int count, char **argument) {
  prepare_samples();
  if (count == 4 && !strcmp(argument[2], "costs")) {
    print_costs(argument[1], atol(argument[3]));
    return 0;
  }
  int batch = count == 5 && !strcmp(argument[2], "batch") ? atoi(argument[3]) : 0;
  if (batch < 1 || batch > MOST) fail("usage: store-floor DIRECTORY batch NUMBER SECONDS | costs COMMANDS");
  effort all = run(argument[1], batch, 0, atof(argument[4]));
  double seconds = (double)all.wall / 1e9, commands = (double)all.commands;
  printf("{\"batch\":%d,\"commands\":%ld,\"transactionsPerSecond\":%.1f,\"perSecond\":%.1f,\"usPerCommand\":%.2f,"
         "\"cpuUs\":%.2f,\"p50\":%.1f,\"p99\":%.1f}\n",
         batch, all.commands, (double)all.transactions / seconds, commands / seconds,
         (double)all.wall / 1e3 / commands, (double)all.cpu / 1e3 / commands, quantile(0.5), quantile(0.99));
  return 0;
}
