import Bus
import Documents
import ServiceShell
import Standups
import StandupsAPI

/// Identifies a command in progress.
typealias OperationID = Int

/// Everything that can happen to the standups service. Only actions change its state.
enum StandupsAction: Hashable, Sendable {
  /// The router accepted the registration: load the saved state.
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
  /// The team that a command names exists, or does not.
  case teamFound(OperationID, Result<Done, BusError>)
  /// The persons to whom a command links attendees were found.
  case peopleFound(OperationID, Result<StandupPeopleNamed.Reply, BusError>)
  case authorization(OperationID, Result<RecordingConsent, BusError>)
  case ended(OperationID, Result<LastWords, BusError>)
  /// The last lines of a discarded meeting arrived, or did not.
  case lastWords(Meeting.ID, Result<LastWords, BusError>)
  /// The composition root accepted a message with this work of these meetings, or did not.
  case worked([Meeting.ID], MeetingWork, Result<Done, BusError>)
  /// The other services released the work of a meeting that is over, or did not.
  case discarded(Meeting.ID, Result<Done, BusError>)
  /// The speech recognition of a live meeting was stopped, or was not.
  case recordingStopped(Meeting.ID, Result<Done, BusError>)
  /// The work that the meeting no longer needs is released again.
  case releaseDue(Meeting.ID)
  /// The work of these meetings is sent again.
  case syncDue([Meeting.ID], MeetingWork)

  /// The next part of a file that is imported in parts is due.
  case importDue(ImportStandups.ID)
  /// No part of the file has arrived for a while; it still has this number of parts.
  case importIdle(ImportStandups.ID, parts: Int)

  /// Looks for words that are older than their retention period, starting after this position.
  case forgetDue(RetainedWords, after: String?)

  /// By its own clock, a meeting must report a warning, or should have advanced by now.
  case overdue

  /// Stops accepting new work, and finishes the rest.
  case drain
}
