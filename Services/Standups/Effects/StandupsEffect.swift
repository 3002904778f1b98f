import Bus
import Documents
import Logging
import ServiceShell
import Standups
import StandupsAPI

/// What the shell has to do. Those with an operation's id come back as an action with that id.
enum StandupsEffect: Hashable, Sendable {
  case reply(CallerID, Result<StandupsReply, BusError>)

  /// Which standups are here?
  case requestShare
  case loadPage(DocumentQuery)
  /// Comes back as the action after a time.
  indirect case wait(ms: Int, then: StandupsAction)

  case commit(OperationID, ChangesDecided)
  case findReply(OperationID, key: String, request: String? = nil)
  case load(OperationID, DocumentQuery)
  case search(OperationID, TextQuery)
  case requestAuthorization(OperationID, Standup.ID)
  case answerAuthorization(OperationID, Standup.ID, isGranted: Bool)
  case holdClock(OperationID, Meeting.ID)
  case releaseClock(OperationID, Meeting.ID)
  case skipSpeaker(OperationID, Meeting.ID, from: Int)
  case endMeeting(OperationID, Meeting.ID, isRecording: Bool)
  case startWork(OperationID, MeetingsStarted)
  /// Nobody waits for these two: whatever is not told, the children learn when they ask for their work.
  case stopRecording(Meeting.ID)
  case discardWork(Meeting.ID)

  case log(LogEntry)
  /// Everything is loaded.
  case ready
}
