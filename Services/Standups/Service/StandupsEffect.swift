import Bus
import Documents
import StandupsLogging
import ServiceShell
import Standups
import StandupsAPI

/// A task for the shell. The result of an effect with an operation's id is an action with that id.
enum StandupsEffect: Hashable, Sendable {
  case reply(CallerID, Result<StandupsReply, BusError>)

  /// Requests the slots that belong to this instance.
  case requestShare
  case loadPage(DocumentQuery)
  /// Delivers an action after a delay, in milliseconds.
  indirect case wait(ms: Int, then: StandupsAction)

  case commit(OperationID, ChangesDecided)
  case findReply(OperationID, key: String, request: String? = nil)
  case load(OperationID, DocumentQuery)
  case search(OperationID, TextQuery)
  /// Asks the composition root whether the team that a command names exists.
  case findTeam(OperationID, String)
  /// Asks the composition root which persons may be linked to attendees.
  case findPeople(OperationID, StandupPeopleNamed)
  case requestAuthorization(OperationID, Standup.ID, language: String?)
  case answerAuthorization(OperationID, Standup.ID, isGranted: Bool)
  case endMeeting(OperationID, Meeting.ID, isRecording: Bool)
  case startWork(MeetingsStarted, MeetingWork, causedBy: Header?)
  /// Ends the recognition of a discarded meeting. No command waits for its last lines.
  case finishWork(Meeting.ID)
  /// No command waits for these two. They are sent again until they are accepted.
  case stopRecording(Meeting.ID)
  case discardWork(Meeting.ID)

  case log(LogEntry)
  /// All saved state is loaded.
  case ready
}

extension StandupsReducer {
  /// Time limits for replies of the composition root, in milliseconds.
  private enum Timeouts {
    static let commit = 8000
    static let reading = 8000
    static let loading = 5000
    static let authorization = 4000
    static let team = 4000
    static let people = 4000
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
      return .reply(caller, result.flatMap(\.wireResult))
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .requestShare:
      return tell(nil, StandupsShareRequested(), Timeouts.loading) { .shared($0) }
    case .loadPage(let query):
      return tell(nil, DocumentsRequested(query: query), Timeouts.loading) { .loaded($0) }
    case .commit(let id, let decided):
      return .save(decided, causedBy: header(id), timeoutMs: Timeouts.commit) { .committed(id, $0) }
    case .findReply(let id, let key, let request):
      return tell(id, ReplyRequested(key: key, request: request), Timeouts.reading) {
        .replyFound(id, $0)
      }
    case .load(let id, let query):
      return tell(id, DocumentsRequested(query: query), Timeouts.reading) { .documents(id, $0) }
    case .search(let id, let query):
      return tell(id, SearchRequested(query: query), Timeouts.reading) { .found(id, $0) }
    case .findTeam(let id, let team):
      return tell(id, StandupTeamNamed(team: team), Timeouts.team) { .teamFound(id, $0) }
    case .findPeople(let id, let message):
      return tell(id, message, Timeouts.people) { .peopleFound(id, $0) }
    case .requestAuthorization(let id, let standup, let language):
      return tell(
        id, AuthorizationRequested(standup: standup, language: language), Timeouts.authorization
      ) { .authorization(id, $0) }
    case .answerAuthorization(let id, let standup, let isGranted):
      return tell(
        id, AuthorizationAnswered(standup: standup, isGranted: isGranted), Timeouts.authorization
      ) { .authorization(id, $0) }
    case .endMeeting(let id, let meeting, let isRecording):
      return tell(id, MeetingEnding(id: meeting, isRecording: isRecording), Timeouts.ending) {
        .ended(id, $0)
      }
    case .startWork(let started, let work, let cause):
      let meetings = started.meetings.map(\.id)
      return .tell(started, causedBy: cause, timeoutMs: Timeouts.work) {
        .worked(meetings, work, $0)
      }
    case .stopRecording(let meeting):
      return tell(nil, RecordingStopped(id: meeting), Timeouts.work) {
        .recordingStopped(meeting, $0)
      }
    case .finishWork(let meeting):
      return tell(nil, MeetingEnding(id: meeting, isRecording: true), Timeouts.ending) {
        .lastWords(meeting, $0)
      }
    case .discardWork(let meeting):
      return tell(nil, MeetingDiscarded(id: meeting), Timeouts.work) { .discarded(meeting, $0) }
    }
  }
}
