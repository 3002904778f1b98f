import StandupsMetrics

/// Metrics of persistence: duration of commits, commits per fsync, and sizes.
struct PersistenceMetrics: Sendable {
  let commits: Histogram
  let batches: Histogram
  let errors: MetricFamily<Counter>
  let backups: Counter
  let lastBackup: Gauge
  private let transactions: Counter
  private let events: Counter
  private let failedBatches: Counter
  private let head: Gauge
  private let oldest: Gauge
  private let backlog: Gauge
  private let files: MetricFamily<Gauge>
  private let free: Gauge

  init(_ registry: MetricRegistry) {
    commits = registry.histogram(
      "standups_persistence_commit_seconds",
      "Time from receiving a commit until it is on disk, in seconds.",
      .latency)
    batches = registry.histogram(
      "standups_persistence_batch_size", "Number of commits that share one fsync.", .sizes)
    errors = registry.counters(
      "standups_persistence_errors_total", "Operations that the store rejected or that failed.",
      labels: ["code"])
    backups = registry.counter("standups_persistence_backups_total", "Backups written.")
    lastBackup = registry.gauge(
      "standups_persistence_last_backup_timestamp_seconds",
      "Unix time of the last backup since startup, in seconds; 0 if none.")
    transactions = registry.counter(
      "standups_persistence_transactions_total", "Commits written.")
    events = registry.counter("standups_persistence_events_total", "Events written.")
    failedBatches = registry.counter(
      "standups_persistence_failed_batches_total", "Batches that failed as a whole.")
    head = registry.gauge(
      "standups_persistence_journal_head", "Sequence of the last event in the journal.")
    oldest = registry.gauge(
      "standups_persistence_journal_oldest", "Lowest sequence that can still be read.")
    backlog = registry.gauge(
      "standups_persistence_backlog", "Jobs waiting for the writer thread.")
    files = registry.gauges(
      "standups_persistence_database_bytes", "Size of the database by file or table, in bytes.",
      labels: ["file"])
    free = registry.gauge(
      "standups_persistence_disk_free_bytes", "Free space on the volume of the database, in bytes.")
  }

  func update(_ store: any Store, free bytes: Int?) async {
    let statistics = await store.statistics
    transactions.show(statistics.transactions)
    events.show(statistics.events)
    failedBatches.show(statistics.failedBatches)
    backlog.set(store.backlog)
    for (name, bytes) in await store.sizes { files.with(name).set(bytes) }
    if let bytes { free.set(bytes) }
    // A closed store has no journal, so the last values remain.
    if let range = try? await store.range() {
      head.set(range.head)
      oldest.set(range.oldest)
    }
  }
}
