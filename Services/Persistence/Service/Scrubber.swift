import Logging
import Threads

/// Looks for damage that nobody has met: some time after the start, then every day.
actor Scrubber {
  private let store: any Store
  private let log: Log
  private let pause: @Sendable (_ isFirst: Bool) async throws -> Void
  private let found = Locked<[String]>([])
  private var work: Task<Void, Never>?

  /// - Parameter pause: waits before each time; it throws when the task is cancelled.
  init(
    _ store: any Store, log: Log,
    pause: @escaping @Sendable (_ isFirst: Bool) async throws -> Void = { isFirst in
      // Whoever starts has other things to do first.
      try await Task.sleep(for: isFirst ? .seconds(20) : .seconds(24 * 60 * 60))
    }
  ) {
    self.store = store
    self.log = log
    self.pause = pause
  }

  /// What was found the last time, beyond documents and events: those the store knows.
  nonisolated var problems: [String] { found.withLock { $0 } }

  /// Begins; commands are served meanwhile.
  func start() {
    guard work == nil else { return }
    work = Task { await run() }
  }

  /// Ends, also in the middle of it.
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

  /// What fails now is tried again the next time; what was found before holds until then.
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
