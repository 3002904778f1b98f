import Bus
import StandupsCollections
import Documents
import Foundation
import StandupsLogging
import PersistenceAPI
import Threads

/// Writes events about the bus itself to the journal, in order, and publishes them.
///
/// While persistence is unavailable, the entries wait in a queue with a maximum count and size.
/// When it is full, the oldest entries are dropped and counted.
actor BusJournal {
  /// Changes and events of one transaction.
  struct Entry: Sendable {
    var events: [NewEvent]
    var changes: [DocumentChange] = []
    /// Header of the message that caused it.
    var cause: Header?

    /// Approximate size in memory, in bytes.
    var byteCount: Int {
      let data = events.reduce(0) { $0 + $1.data.bytes.count + 512 }
      return changes.reduce(data) { $0 + ($1.document?.body.bytes.count ?? 0) + 512 }
    }
  }

  private struct Waiting {
    var entries = Queue<Entry>()
    var bytes = 0
    /// Number of dropped entries that have not been logged yet.
    var dropped = 0

    mutating func add(_ entry: Entry) {
      entries.append(entry)
      bytes += entry.byteCount
    }

    mutating func take() -> Entry? {
      let entry = entries.popFirst()
      bytes -= entry?.byteCount ?? 0
      return entry
    }
  }

  /// Maximum number of waiting entries, and their maximum total size in bytes.
  private let bounds: (count: Int, bytes: Int)
  private let queue = Locked(Waiting())
  /// Wakes `run` when there are entries to write.
  private let signs: AsyncStream<Void>
  private let sign: AsyncStream<Void>.Continuation
  private let log: Log

  init(log: Log, capacity: Int = 10_000, capacityBytes: Int = 16 << 20) {
    bounds = (capacity, capacityBytes)
    (signs, sign) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.log = log
  }

  /// Number and size of the waiting entries.
  nonisolated var waiting: (count: Int, bytes: Int) {
    queue.withLock { ($0.entries.count, $0.bytes) }
  }

  nonisolated func add(_ entry: Entry) {
    let isFirst = queue.withLock { queue in
      queue.add(entry)
      let before = queue.dropped
      while queue.entries.count > bounds.count
        || (queue.bytes > bounds.bytes && queue.entries.count > 1)
      {
        _ = queue.take()
        queue.dropped += 1
      }
      return before == 0 && queue.dropped > 0
    }
    // Log once when dropping begins, because a full queue drops an entry for each new one; the
    // total is logged afterwards.
    if isFirst { log.error("The queue of bus events is full; dropping the oldest entries.") }
    sign.yield()
  }

  nonisolated func finish() {
    sign.finish()
  }

  /// Writes entries until `finish` is called or the task is cancelled.
  func run(
    _ caller: any CommandCaller, publish: @escaping @Sendable ([Publication]) async -> Void
  ) async {
    for await _ in signs {
      while !Task.isCancelled, let entry = queue.withLock({ $0.take() }) {
        await write(entry, caller, publish)
        tellDropped()
      }
    }
  }

  private func tellDropped() {
    let dropped = queue.withLock { queue in
      defer { queue.dropped = 0 }
      return queue.dropped
    }
    guard dropped > 0 else { return }
    log.error(
      "Dropped bus events that were not yet in the journal.", ["entries": LogValue(dropped)])
  }

  private func write(
    _ entry: Entry, _ caller: any CommandCaller,
    _ publish: @Sendable ([Publication]) async -> Void
  ) async {
    let commit = Commit(changes: entry.changes, events: entry.events)
    while !Task.isCancelled {
      do {
        let reply = try await caller.send(
          commit,
          options: CallOptions(
            timeoutMs: 10_000, idempotencyKey: entry.events.first?.id, cause: entry.cause))
        await publish(reply.publications)
        return
      } catch let error as BusError where error.retryable || error.code == .expired {
        log.debug("Bus events are waiting to be written to the journal: \(error.message)")
      } catch {
        log.error("A bus event could not be written to the journal: \(error)")
        return
      }
    }
  }
}
