import Bus
import FastJSON
import ServiceShell
import StandupsAPI

extension StandupsReducer: ServiceLogic {
  typealias Term = StandupsTermBegun
  static func nothing(in term: String) -> ChangesDecided {
    ChangesDecided(changes: [], term: term)
  }
  static var initial: StandupsState { StandupsState() }
  static var start: StandupsAction { .start }
  static var drain: StandupsAction { .drain }
  static var alarm: StandupsAction? { .overdue }

  static func received(
    _ caller: CallerID, _ command: StandupsCommand, _ header: Header
  ) -> StandupsAction {
    .received(caller, command, header)
  }

  func alarm(_ state: StandupsState) -> Int64? { state.isDraining ? nil : state.due.firstMs }
  func milliseconds(until alarm: Int64) -> Int64 { alarm - clock().uptimeMs }

  func isReady(_ state: StandupsState) -> Bool { state.phase == .ready }
  func isAtRest(_ state: StandupsState) -> Bool { state.isDraining && state.isIdle }

  /// Time limits for replies of the composition root, in milliseconds.
  private enum Patience {
    static let commit = 8000
    static let reading = 8000
    static let loading = 5000
    static let authorization = 4000
    /// The caller is waiting, and the clock can be computed here as well.
    static let clock = 500
    static let work = 3000
    static let ending = 6000
  }

  func work(_ effect: StandupsEffect, _ state: StandupsState) -> ShellWork<StandupsAction> {
    func header(_ id: OperationID) -> Header? { state.operations[id]?.header }
    func tell<Message: DelegateMessage>(
      _ id: OperationID?, _ message: Message, _ timeoutMs: Int,
      _ action: @escaping @Sendable (Result<Message.Reply, BusError>) -> StandupsAction
    ) -> ShellWork<StandupsAction> {
      .tell(message, causedBy: id.flatMap(header), timeoutMs: timeoutMs, action)
    }
    switch effect {
    case .reply(let caller, let result):
      return .reply(caller, result.flatMap(\.crossing))
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .requestShare:
      return tell(nil, StandupsShareRequested(), Patience.loading) { .shared($0) }
    case .loadPage(let query):
      return tell(nil, DocumentsRequested(query: query), Patience.loading) { .loaded($0) }
    case .commit(let id, let decided):
      return .save(decided, causedBy: header(id), timeoutMs: Patience.commit) { .committed(id, $0) }
    case .findReply(let id, let key, let request):
      return tell(id, ReplyRequested(key: key, request: request), Patience.reading) {
        .replyFound(id, $0)
      }
    case .load(let id, let query):
      return tell(id, DocumentsRequested(query: query), Patience.reading) { .documents(id, $0) }
    case .search(let id, let query):
      return tell(id, SearchRequested(query: query), Patience.reading) { .found(id, $0) }
    case .requestAuthorization(let id, let standup):
      return tell(id, AuthorizationRequested(standup: standup), Patience.authorization) {
        .authorization(id, $0)
      }
    case .answerAuthorization(let id, let standup, let isGranted):
      return tell(
        id, AuthorizationAnswered(standup: standup, isGranted: isGranted), Patience.authorization
      ) { .authorization(id, $0) }
    case .holdClock(let id, let meeting):
      return tell(id, ClockHeld(id: meeting), Patience.clock) { .clock(id, $0) }
    case .releaseClock(let id, let meeting):
      return tell(id, ClockReleased(id: meeting), Patience.clock) { .clock(id, $0) }
    case .skipSpeaker(let id, let meeting, let from):
      return tell(id, SpeakerSkipped(id: meeting, from: from), Patience.clock) { .clock(id, $0) }
    case .endMeeting(let id, let meeting, let isRecording):
      return tell(id, MeetingEnding(id: meeting, isRecording: isRecording), Patience.ending) {
        .ended(id, $0)
      }
    case .startWork(let id, let work):
      return tell(id, work, Patience.work) { .worked(id, $0) }
    case .stopRecording(let meeting):
      return tell(nil, RecordingStopped(id: meeting), Patience.work) { .discarded(meeting, $0) }
    case .discardWork(let meeting):
      return tell(nil, MeetingDiscarded(id: meeting), Patience.work) { .discarded(meeting, $0) }
    }
  }
}

extension StandupsReply {
  /// The reply as it is sent over the bus.
  fileprivate var crossing: Result<RawJSON, BusError> {
    do {
      return .success(try json())
    } catch {
      return .failure(BusError(.internal, "The reply cannot be encoded as JSON: \(error)."))
    }
  }
}
