import Bus
import ScheduleAPI
import ServiceShell

extension ScheduleReducer: LaneLogic {
  typealias Term = ScheduleTermBegun
  typealias Decided = ScheduleChangesDecided
  typealias Note = Occasion

  /// The result that a command may wait for.
  enum Step: Hashable, Sendable {
    /// The holiday calendar.
    case reading
    /// The calendar of schedules.
    case writing
    /// The reply of the composition root.
    case telling(Occasion)
  }

  static var name: String { "schedule" }
  static var collections: [String] { [SavedSchedule.collection] }
  var moment: Int64 { now }
  static var alarm: ScheduleAction? { .alarm }

  /// Next check of the clock; nil while the maximum number of reports is in progress, because the
  /// next reply triggers a check.
  func alarm(_ state: ScheduleState) -> Int64? {
    state.telling < ScheduleState.maxTelling ? state.agenda.firstMs : nil
  }

  /// Maximum delay before the clock is checked again, in milliseconds, because it may be set in the
  /// meantime.
  static let longestWaitMs: Int64 = 15_000

  func milliseconds(until alarm: Int64) -> Int64 {
    min(Self.longestWaitMs, alarm - now)
  }

  /// Time limits for replies of the composition root, in milliseconds.
  private enum Patience {
    static let commit = 8000
    static let loading = 5000
    static let telling = 10_000
  }

  func work(_ effect: ScheduleEffect, _ state: ScheduleState) -> ShellWork<ScheduleAction> {
    func cause(_ id: OperationID) -> Header? { state.commands.operations[id]?.header }
    func tell<Message: DelegateMessage>(
      _ id: OperationID, _ message: Message
    ) -> ShellWork<ScheduleAction> where Message.Reply == ScheduleOutcome {
      .tell(message, timeoutMs: Patience.telling) { .told(id, $0) }
    }
    switch effect {
    case .reply(let caller, let result): return .reply(caller, result)
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .loadPage(let query):
      return .tell(ScheduleDocumentsRequested(query: query), timeoutMs: Patience.loading) {
        .loaded($0)
      }
    case .commit(let id, let decided):
      return .save(decided, causedBy: cause(id), timeoutMs: Patience.commit) { .committed(id, $0) }
    case .remind(let id, let message): return tell(id, message)
    case .tellDue(let id, let message): return tell(id, message)
    case .tellMissed(let id, let message): return tell(id, message)
    case .askWhoIsGone(let subjects):
      return .tell(
        ScheduleSubjectsKept(subjects: subjects.map(\.name)), timeoutMs: Patience.telling
      ) { .checked($0.map(\.gone)) }
    case .read(let purpose, let source, let ms):
      return .run { _ in .read(purpose, await world.holidays(source, from: ms)) }
    case .write(let id, let items, let ms):
      return .run { _ in .written(id, await world.calendar(items, at: ms)) }
    }
  }
}
