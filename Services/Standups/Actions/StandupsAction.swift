import Bus
import Documents
import ServiceShell
import Standups
import StandupsAPI

/// Names a command under way.
typealias OperationID = Int

/// All that can happen to the standups service. Only an action changes the state.
enum StandupsAction: Hashable, Sendable {
  /// The parent took the hello: load what was saved.
  case start
  case shared(Result<StandupsShare, BusError>)
  case loaded(Result<DocumentPage, BusError>)
  case retryLoading

  case received(CallerID, StandupsCommand, Header?)

  case committed(OperationID, Result<CommitOutcome, BusError>)
  case retryCommit(OperationID)
  case replyFound(OperationID, Result<FoundReply, BusError>)
  case documents(OperationID, Result<DocumentPage, BusError>)
  case found(OperationID, Result<FoundDocuments, BusError>)
  case authorization(OperationID, Result<RecordingConsent, BusError>)
  case clock(OperationID, Result<MeetingClock, BusError>)
  case ended(OperationID, Result<LastWords, BusError>)
  case worked(OperationID, Result<Done, BusError>)
  /// The children let go of a meeting, or could not be told; they will ask.
  case discarded(Meeting.ID, Result<Done, BusError>)
  case syncDue([Meeting.ID], StandupsCommand.Work)

  /// A file that is taken over in parts goes on.
  case importDue(ImportStandups.ID)
  /// No part of a file came for a while, since it had as many.
  case importIdle(ImportStandups.ID, parts: Int)

  /// It is time to look for words that are older than they are kept, from a place on.
  case forgetDue(after: String?)

  /// By its own clock, a meeting has to warn, or should have gone on by now.
  case overdue

  /// No new work; finish the rest.
  case drain
}
