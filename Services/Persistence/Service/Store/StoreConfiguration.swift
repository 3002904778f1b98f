import FoundationEssentials

/// Settings of a store that are independent of its database.
struct StoreConfiguration: Sendable {
  /// Maximum duration of a search; nil for unlimited.
  var searchTimeout: Duration? = .seconds(2)
  /// Retention of replies in the idempotency store, in seconds.
  var replyLifetime: Double = 24 * 60 * 60
  /// Interval between removals of old replies, in seconds.
  var pruneInterval: Double = 60
  /// Waits before the removal of erased content is retried; throws if the task is cancelled.
  var pause: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
  /// Returns the current time.
  var now: @Sendable () -> Date = { Date() }
  /// Generates the epoch of a new or restored journal.
  var uuid: @Sendable () -> UUID = { UUID() }
  /// Called on the database's thread before each COMMIT, with the number of its transactions; used
  /// for metrics, and by tests that stop time here.
  var willCommit: @Sendable (Int) -> Void = { _ in }

  /// Called once per damaged item, with its name.
  var foundDamaged: @Sendable (String) -> Void = { _ in }

  init() {}
}

extension Date {
  /// The date in milliseconds since 1970.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
