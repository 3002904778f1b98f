import Bus
import Documents
import ServiceShell

/// All that can happen to what the gateway knows of those whom it lets in. Only an action changes the state.
enum GatewayAction: LaneAction, Hashable {
  /// The parent took the hello: load what was saved.
  case start
  case loaded(Result<DocumentPage, BusError>)
  case retryLoading

  case received(CallerID, GatewayCommand, Header)

  case committed(OperationID, Result<CommitOutcome, BusError>)
  /// The same changes once more: whether they were written is not known.
  case retryCommit(OperationID)

  /// No new work; finish the rest.
  case drain
}
