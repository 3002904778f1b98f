import Bus
import Countdown
import Documents
import FastJSON
import FocusAPI
import StandupsLogging
import ServiceShell

/// A task for the shell.
enum FocusEffect: LaneEffect, Hashable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Loads a page of the saved state.
  case loadPage(DocumentQuery)
  /// Sends the action after a delay.
  indirect case wait(ms: Int, then: FocusAction)
  case commit(OperationID, ChangesDecided)
  case load(OperationID, DocumentQuery)
  /// Notifies the composition root of clocks that run, or of one that does not; with the header of
  /// the command that caused it, if there was one.
  case needClocks([Person], FocusClocksNeeded, Header?)
  case stopClock(Person, Header?)
  case log(LogEntry)
  /// All saved state is loaded.
  case ready
}

extension FocusReducer: LaneLogic {
  typealias Note = Tally

  /// The result that a command may wait for.
  enum Step: Hashable, Sendable {
    /// Documents of recorded focus sessions.
    case loading
  }

  static var name: String { "focus" }
  static var collections: [String] { [SavedFocus.collection] }
  var moment: ClockReading { clock() }
  static func wallMs(_ moment: ClockReading) -> Int64 { moment.wallMs }

  /// Time limits for replies of the composition root, in milliseconds.
  private enum Timeouts {
    static let commit = 8000
    static let reading = 8000
    static let loading = 5000
    static let clock = 3000
  }

  func work(_ effect: FocusEffect, _ state: FocusState) -> ShellWork<FocusAction> {
    func cause(_ id: OperationID) -> Header? { state.commands.operations[id]?.header }
    switch effect {
    case .reply(let caller, let result): return .reply(caller, result)
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .loadPage(let query):
      return .tell(DocumentsRequested(query: query), timeoutMs: Timeouts.loading) {
        .loaded($0)
      }
    case .commit(let id, let decided):
      return .save(decided, causedBy: cause(id), timeoutMs: Timeouts.commit) { .committed(id, $0) }
    case .load(let id, let query):
      return .tell(
        DocumentsRequested(query: query), causedBy: cause(id), timeoutMs: Timeouts.reading
      ) { .documents(id, $0) }
    case .needClocks(let people, let needed, let cause):
      return .tell(needed, causedBy: cause, timeoutMs: Timeouts.clock) { .notified(people, $0) }
    case .stopClock(let person, let cause):
      return .tell(
        FocusClockStopped(person: person.name), causedBy: cause, timeoutMs: Timeouts.clock
      ) { .notified([person], $0) }
    }
  }
}
