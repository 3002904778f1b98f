import Bus
import Documents
import ServiceShell

/// Everything that can change the gateway's sessions and invitations; the state changes only
/// through actions.
enum GatewayAction: LaneAction, Hashable {
  /// The router accepted the registration; loads the saved documents.
  case start
  case loaded(Result<DocumentPage, BusError>)
  case retryLoading

  case received(CallerID, GatewayCommand, Header)

  case committed(OperationID, Result<CommitOutcome, BusError>)
  /// Commits the same changes again, because it is unknown whether they were written.
  case retryCommit(OperationID)

  /// Accepts no new commands, and finishes those in progress.
  case drain
}
