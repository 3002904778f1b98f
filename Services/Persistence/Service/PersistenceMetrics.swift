import Metrics

/// What persistence measures: how long a commit takes, how many share an fsync, how much there is.
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
      "standups_persistence_commit_seconds", "From a commit's arrival to its being on the disk.",
      .latency)
    batches = registry.histogram(
      "standups_persistence_batch_size", "Commits that shared one fsync.", .sizes)
    errors = registry.counters(
      "standups_persistence_errors_total", "What the store refused or could not do.",
      labels: ["code"])
    backups = registry.counter("standups_persistence_backups_total", "Backups that were written.")
    lastBackup = registry.gauge(
      "standups_persistence_last_backup_timestamp_seconds",
      "When the last backup since the start was written, since 1970; 0 for none.")
    transactions = registry.counter(
      "standups_persistence_transactions_total", "Commits that were written.")
    events = registry.counter("standups_persistence_events_total", "Events that were written.")
    failedBatches = registry.counter(
      "standups_persistence_failed_batches_total", "Batches of which nothing could be written.")
    head = registry.gauge(
      "standups_persistence_journal_head", "The sequence of the journal's last event.")
    oldest = registry.gauge(
      "standups_persistence_journal_oldest", "The lowest sequence that can still be read.")
    backlog = registry.gauge(
      "standups_persistence_backlog", "Jobs that wait for the thread that writes.")
    files = registry.gauges(
      "standups_persistence_database_bytes", "How much the database has, by its files or tables.",
      labels: ["file"])
    free = registry.gauge(
      "standups_persistence_disk_free_bytes", "What is left on the volume of the database.")
  }

  func show(_ store: any Store, free bytes: Int?) async {
    let statistics = await store.statistics
    transactions.show(statistics.transactions)
    events.show(statistics.events)
    failedBatches.show(statistics.failedBatches)
    backlog.set(store.backlog)
    for (name, bytes) in await store.sizes { files.with(name).set(bytes) }
    if let bytes { free.set(bytes) }
    // A closed store has no journal any more; what was shown last stays.
    if let range = try? await store.range() {
      head.set(range.head)
      oldest.set(range.oldest)
    }
  }
}
