import Foundation
import Logging

/// How much of the journal is kept: what is too old goes, and what is too much.
struct Retention: Hashable, Sendable {
  var days: Int
  /// The newest so many stay.
  var events: Int

  /// Events stored before this go.
  func oldest(_ now: Date) -> Date {
    now.addingTimeInterval(-Double(days) * 24 * 60 * 60)
  }
}

/// Removes old events from the journal: once at the start, then every hour.
actor JournalCompactor {
  private let store: any Store
  private let retention: Retention
  private let log: Log
  private let pause: @Sendable () async throws -> Void
  private var work: Task<Void, Never>?

  /// - Parameter pause: waits for the next time; it throws when the task is cancelled.
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

  /// Begins; commands are served meanwhile.
  func start() {
    guard work == nil else { return }
    work = Task { await run() }
  }

  /// Ends, after the small transaction that is under way.
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

  /// What fails now is tried again the next time: too much history does no harm for an hour.
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
