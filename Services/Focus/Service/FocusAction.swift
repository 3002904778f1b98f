import Bus
import Documents
import ServiceShell

/// Everything that can happen to the focus service. Only actions change its state.
enum FocusAction: LaneAction, Hashable {
  /// The router accepted the registration: load the saved state.
  case start
  case loaded(Result<DocumentPage, BusError>)
  case retryLoading

  case received(CallerID, FocusCommand, Header)

  case committed(OperationID, Result<CommitOutcome, BusError>)
  /// Sends the same changes again, because it is unknown whether they were written.
  case retryCommit(OperationID)
  case documents(OperationID, Result<DocumentPage, BusError>)

  /// The result of a notification of the composition root about the clocks of these people.
  case notified([Person], Result<Done, BusError>)
  /// Notifies the composition root of the clocks of these people.
  case clocksDue([Person])

  /// Stops accepting new work, and finishes the rest.
  case drain
}
