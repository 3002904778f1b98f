import Bus
import Documents
import ServiceShell

/// All that can happen to the focus service. Only an action changes the state.
enum FocusAction: LaneAction, Hashable {
  /// The parent took the hello: load what was saved.
  case start
  case loaded(Result<DocumentPage, BusError>)
  case retryLoading

  case received(CallerID, FocusCommand, Header)

  case committed(OperationID, Result<CommitOutcome, BusError>)
  /// The same changes once more: whether they were written is not known.
  case retryCommit(OperationID)
  case documents(OperationID, Result<DocumentPage, BusError>)

  /// The parent was told of these persons' clocks, or could not be.
  case told([Person], Result<Done, BusError>)
  /// Tell the parent what these persons' clocks should be doing.
  case clocksDue([Person])

  /// No new work; finish the rest.
  case drain
}
