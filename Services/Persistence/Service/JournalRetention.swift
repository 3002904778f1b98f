import Foundation
import StandupsLogging

/// Retention of the journal: maximum age and maximum number of events.
struct Retention: Hashable, Sendable {
  var days: Int
  /// Maximum number of events; the newest are retained.
  var events: Int

  /// Limit of the storage time; older events are removed.
  func oldest(_ now: Date) -> Date {
    now.addingTimeInterval(-Double(days) * 24 * 60 * 60)
  }
}

/// Removes old events from the journal, at the start and then every hour.
actor JournalCompactor {
  private let store: any Store
  private let retention: Retention
  private let log: Log
  private let pause: @Sendable () async throws -> Void
  private var work: Task<Void, Never>?

  /// Creates the compactor without starting it.
  ///
  /// - Parameter pause: waits until the next run; throws if the task is cancelled.
  init(
    _ store: any Store, _ retention: Retention, log: Log,
    pause: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .seconds(3600))
    }
  ) {
    self.store = store
    self.retention = retention
    self.log = log
    self.pause = pause
  }

  /// Starts in the background.
  func start() {
    guard work == nil else { return }
    work = Task { await run() }
  }

  /// Stops once the current small transaction has ended.
  func stop() async {
    work?.cancel()
    await work?.value
  }

  private func run() async {
    while !Task.isCancelled {
      await compact()
      do { try await pause() } catch { return }
    }
  }

  /// Compacts once. A failure is retried in the next run; until then, the journal is only longer
  /// than configured.
  private func compact() async {
    do {
      let removed = try await store.compact(
        before: retention.oldest(store.configuration.now()), keepingLast: retention.events)
      guard removed > 0 else { return }
      log.info("Removed old events from the journal.", ["events": LogValue(removed)])
    } catch {
      log.error("The journal could not be compacted: \(error)")
    }
  }
}
