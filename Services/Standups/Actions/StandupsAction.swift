import Bus
import Messages
import Standups

/// Names one waiting for an answer.
typealias CallerID = Int
/// Names a command under way.
typealias OperationID = Int

/// All that can happen to the standups service. Only an action changes the state.
enum StandupsAction: Hashable, Sendable {
  /// The parent took the hello: load what was saved.
  case start
  case loaded(Result<Load.Reply, BusError>)
  case repliesLoaded(Result<LoadReplies.Reply, BusError>)
  case retryLoading

  case received(CallerID, StandupsCommand, Header?)

  case committed(OperationID, Result<Commit.Reply, BusError>)
  case verify(OperationID)
  case documents(OperationID, Result<Load.Reply, BusError>)
  case found(OperationID, Result<SearchDocuments.Reply, BusError>)
  case authorization(OperationID, Result<SpeechAuthorization, BusError>)
  case clock(OperationID, Result<CountdownStatus, BusError>)
  case ended(OperationID, Result<FinishRecognition.Reply, BusError>)
  case worked(OperationID, Result<Done, BusError>)
  /// The children let go of a meeting, or could not be told; they will ask.
  case discarded(Meeting.ID, Result<Done, BusError>)
  case syncDue([Meeting.ID], StandupsCommand.Work)

  /// No new work; finish the rest.
  case drain
}
