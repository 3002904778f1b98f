import Bus
import Documents
import ServiceShell

/// Inputs of the focus service's reducer. Only they change its state.
enum FocusAction: LaneServiceAction, Hashable {
  case common(LaneAction<FocusCommand>)
  case documents(OperationID, Result<DocumentPage, BusError>)

  /// Result of notifying the composition root of the clocks of these people.
  case notified([Person], Result<Done, BusError>)
  /// Notifies the composition root of the clocks of these people.
  case clocksDue([Person])
}
