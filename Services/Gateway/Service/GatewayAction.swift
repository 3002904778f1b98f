import Bus
import Documents
import ServiceShell

/// Everything that can change the gateway's sessions and invitations; the state changes only
/// through actions.
enum GatewayAction: LaneAction, Hashable {
  /// The router accepted the registration; loads the saved documents.
  case start
  /// A page of the saved documents arrived, or could not be read.
  case loaded(Result<DocumentPage, BusError>)
  /// Requests the same page again.
  case retryLoading

  /// A command arrived, from the bus or from a browser.
  case received(CallerID, GatewayCommand, Header)

  /// The changes of a command were written, or could not be.
  case committed(OperationID, Result<CommitOutcome, BusError>)
  /// Commits the same changes again, because it is unknown whether they were written.
  case retryCommit(OperationID)

  /// Accepts no new commands, and finishes those in progress.
  case drain
}
