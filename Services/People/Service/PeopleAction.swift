import Bus
import Documents
import ServiceShell

/// Inputs of the people service's reducer. Only they change its state.
enum PeopleAction: LaneServiceAction, Hashable {
  case common(LaneAction<PeopleCommand>)
  /// The documents that a command loads, or the failure to load them.
  case documents(OperationID, Result<DocumentPage, BusError>)
  /// The composition root permits the removal of a team, or does not.
  case removalPermitted(OperationID, Result<Done, BusError>)
  /// The range of the journal, or the failure to read it.
  case journal(OperationID, Result<JournalRange, BusError>)
  /// Checks again whether the database was restored.
  case recheckVoices
  /// A consent to the recognition of a voice may have expired.
  case alarm
}
