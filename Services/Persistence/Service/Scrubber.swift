import StandupsLogging
import Threads

/// Searches for unnoticed damage, some time after the start and then every day.
actor Scrubber {
  private let store: any Store
  private let log: Log
  private let pause: @Sendable (_ isFirst: Bool) async throws -> Void
  private let found = Locked<[String]>([])
  private var work: Task<Void, Never>?

  /// Creates the scrubber without starting it.
  ///
  /// - Parameter pause: waits before each run; throws if the task is cancelled.
  init(
    _ store: any Store, log: Log,
    pause: @escaping @Sendable (_ isFirst: Bool) async throws -> Void = { isFirst in
      // The first run starts later, because other work is more urgent after a start.
      try await Task.sleep(for: isFirst ? .seconds(20) : .seconds(24 * 60 * 60))
    }
  ) {
    self.store = store
    self.log = log
    self.pause = pause
  }

  /// Problems that the last run found, other than damaged documents and events, which the store
  /// lists.
  nonisolated var problems: [String] { found.withLock { $0 } }

  /// Starts in the background.
  func start() {
    guard work == nil else { return }
    work = Task { await run() }
  }

  /// Stops, even in the middle of a run.
  func stop() async {
    work?.cancel()
    await work?.value
  }

  private func run() async {
    var isFirst = true
    while !Task.isCancelled {
      do { try await pause(isFirst) } catch { return }
      isFirst = false
      await scrub()
    }
  }

  /// Scrubs once. A failure is retried in the next run; until then, the previous problems remain.
  private func scrub() async {
    do {
      let findings = try await store.scrub()
      found.withLock { $0 = findings }
      for finding in findings { log.error("\(finding)") }
    } catch {
      guard !Task.isCancelled else { return }
      log.error("The database could not be checked: \(error)")
    }
  }
}
