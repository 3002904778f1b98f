import Bus
import Documents
import Foundation
import Logging
import PersistenceAPI

/// Writes what happens to the bus itself into the journal, in order, and publishes it.
///
/// While persistence is away the entries wait, up to a bound; the oldest are then dropped, and counted.
actor BusJournal {
  /// One transaction.
  struct Entry: Sendable {
    var events: [NewEvent]
    var changes: [DocumentChange] = []
    /// The message that led to it.
    var cause: Header?
  }

  private let entries: AsyncStream<Entry>
  private let feed: AsyncStream<Entry>.Continuation
  private let log: Log

  init(log: Log, capacity: Int = 10_000) {
    (entries, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(capacity))
    self.log = log
  }

  nonisolated func add(_ entry: Entry) {
    if case .dropped = feed.yield(entry) {
      log.error("The journal of the bus is full; its oldest entry was dropped.")
    }
  }

  nonisolated func finish() {
    feed.finish()
  }

  /// Writes entries until `finish`, or the task is cancelled.
  func run(
    _ caller: any CommandCaller, publish: @escaping @Sendable ([Publication]) async -> Void
  ) async {
    for await entry in entries {
      await write(entry, caller, publish)
    }
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
        await publish(reply.events.map(\.publication))
        return
      } catch let error as BusError where error.retryable || error.code == .expired {
        log.debug("The journal of the bus waits: \(error.message)")
      } catch {
        log.error("An entry of the bus's journal could not be written: \(error)")
        return
      }
    }
  }
}
