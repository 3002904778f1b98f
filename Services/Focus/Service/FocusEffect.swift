import Bus
import Countdown
import Documents
import FocusAPI
import ServiceShell

/// Work that the reducer requests from the shell.
enum FocusEffect: LaneServiceEffect, Hashable {
  case common(LaneEffect<FocusAction>)
  case load(OperationID, DocumentQuery)
  /// Notifies the composition root of running clocks, or of one that is not running. Contains the
  /// header of the command that caused it, if there was one.
  case needClocks([Person], FocusClocksNeeded, Header?)
  case stopClock(Person, Header?)
}

extension FocusReducer: LaneLogic {
  typealias Note = Tally

  /// Result for which a command may wait.
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
    static let reading = 8000
    static let clock = 3000
  }

  func work(_ effect: FocusEffect, _ state: FocusState) -> ShellWork<FocusAction> {
    switch effect {
    case .common(let effect): return work(effect, state)
    case .load(let id, let query):
      return .tell(
        DocumentsRequested(query: query), causedBy: state.commands.operations[id]?.header,
        timeoutMs: Timeouts.reading
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
