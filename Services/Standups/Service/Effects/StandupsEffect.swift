import Bus
import Documents
import Logging
import ServiceShell
import Standups
import StandupsAPI

/// A task for the shell. The result of an effect with an operation's id is an action with that id.
enum StandupsEffect: Hashable, Sendable {
  case reply(CallerID, Result<StandupsReply, BusError>)

  /// Asks which standups belong to this instance.
  case requestShare
  case loadPage(DocumentQuery)
  /// Sends the action after a delay.
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
  /// The service does not wait for these two: if they are lost, the other services find out when
  /// they request their work.
  case stopRecording(Meeting.ID)
  case discardWork(Meeting.ID)

  case log(LogEntry)
  /// All saved state is loaded.
  case ready
}
