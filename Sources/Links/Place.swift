public import Standups

/// A screen of a client, the same in a browser and on the command line.
///
/// Meaningless places, such as a record screen without a standup, cannot be represented.
public enum Place: Hashable, Sendable {
  /// The list of all standups.
  case list
  /// An alert that is open over the list.
  case listAlert(ListAlert.Name)
  /// The form for a new standup.
  case newStandup
  /// The details of a standup.
  case standup(Standup.ID)
  /// A confirmation alert that is open over a standup.
  case standupAlert(Standup.ID, StandupAlert)
  /// The form that edits a standup.
  case edit(Standup.ID)
  /// The recording permission of a standup.
  case settings(Standup.ID)
  /// The schedule of a standup.
  case schedule(Standup.ID)
  /// The history of a standup: figures of its past meetings.
  case history(Standup.ID)
  /// The discarded meetings of a standup, which can be restored.
  case discarded(Standup.ID)
  /// A past meeting of a standup.
  case meeting(Standup.ID, Meeting.ID)
  /// The live meeting of a standup.
  case record(Standup.ID)
  /// An alert that is open over the live meeting of a standup.
  case recordAlert(Standup.ID, MeetingSession.Alert.Name)
  /// A search in past meetings; the text is empty before a search. A link can hold at most
  /// ``DeepLink/maxQueryBytes`` of UTF-8.
  case search(String)
  /// A place in the focus feature.
  case focus(FocusPlace)
  /// A place of persons and teams.
  case people(PeoplePlace)
  /// The tokens with which programs use the HTTP interface.
  case tokens
  /// The webhooks, which post events to other tools.
  case webhooks
  /// The browsers and calendar programs that are logged in.
  case sessions
  /// The pages for operators of the services.
  case bus(BusPlace)
}

/// A confirmation that a client requests before it changes a standup. The services are not
/// involved.
public enum StandupAlert: String, CaseIterable, Hashable, Sendable {
  /// Asks for confirmation to delete the standup.
  case deleteStandup
}
