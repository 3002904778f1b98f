import Bus
import Lifecycle
import Messages
import Standups

/// What the shell has to do. Those with an operation's id come back as an action with that id.
enum StandupsEffect: Hashable, Sendable {
  case reply(CallerID, Result<StandupsReply, BusError>)

  case loadPage(Load)
  case loadReplies(limit: Int)
  /// Comes back as the action after a time.
  indirect case wait(ms: Int, then: StandupsAction)

  case commit(OperationID, Commit)
  case load(OperationID, Load)
  case search(OperationID, SearchDocuments)
  case requestAuthorization(OperationID, Standup.ID)
  case answerAuthorization(OperationID, Standup.ID, isGranted: Bool)
  case holdClock(OperationID, Meeting.ID)
  case releaseClock(OperationID, Meeting.ID)
  case skipSpeaker(OperationID, Meeting.ID, from: Int)
  case endMeeting(OperationID, Meeting.ID, isRecording: Bool)
  case startWork(OperationID, MeetingsStarted)
  /// Nobody waits for it: whatever is not told, the children learn when they ask for their work.
  case discardWork(Meeting.ID)

  case log(LogEntry)
  /// Everything is loaded.
  case ready
}
