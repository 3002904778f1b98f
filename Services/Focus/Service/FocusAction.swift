import Bus
import Documents
import ServiceShell

/// Everything that can happen to the focus service. Only actions change its state.
enum FocusAction: LaneServiceAction, Hashable {
  case common(LaneAction<FocusCommand>)
  case documents(OperationID, Result<DocumentPage, BusError>)

  /// The result of a notification of the composition root about the clocks of these people.
  case notified([Person], Result<Done, BusError>)
  /// Notifies the composition root of the clocks of these people.
  case clocksDue([Person])
}
