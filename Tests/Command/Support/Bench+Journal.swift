import RouterAPI
import Threads

@testable import Command

/// The journal from which a bench answers commands; it may change meanwhile.
final class SharedJournal: Sendable {
  private let journal: Locked<Journal>

  init(_ journal: Journal = Journal()) { self.journal = Locked(journal) }

  @discardableResult
  func change<Value: Sendable>(_ body: (inout Journal) throws -> Value) rethrows -> Value {
    try journal.withLock { try body(&$0) }
  }
}

extension Bench {
  /// Handles `events.heads` and `events.replay`.
  func serve(_ shared: SharedJournal) {
    caller.on(EventHeads.self) { _ in shared.change { $0.heads } }
    caller.on(EventReplay.self) { command in try shared.change { try $0.replay(command) } }
  }
}
