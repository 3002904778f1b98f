import FoundationEssentials

/// What a store needs to know, wherever it keeps things.
struct StoreConfiguration: Sendable {
  /// How long a search may take; nil without a bound.
  var searchPatience: Duration? = .seconds(2)
  /// How long a reply can be given again, in seconds.
  var replyLifetime: Double = 24 * 60 * 60
  /// How often old replies are looked for, in seconds.
  var pruneInterval: Double = 60
  /// Waits before what was erased is tried again to be taken off the disk; it throws when the task is
  /// cancelled.
  var pause: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
  /// The present.
  var now: @Sendable () -> Date = { Date() }
  /// Makes the epoch of a new or restored journal.
  var uuid: @Sendable () -> UUID = { UUID() }
  /// Called on the database's thread before each COMMIT, with the number of transactions in it:
  /// for metrics, and for tests that stop time here.
  var willCommit: @Sendable (Int) -> Void = { _ in }

  /// Called once for everything on the disk that is not what was written, with its name.
  var foundDamaged: @Sendable (String) -> Void = { _ in }

  init() {}
}
