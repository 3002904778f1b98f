public import Standups

/// Where somebody can be: one case per screen, in a browser as on the command line.
///
/// A place that makes no sense, such as a record screen without a standup, cannot be written down.
public enum Place: Hashable, Sendable {
  /// All standups.
  case list
  /// The alert that is open over the list.
  case listAlert(ListAlert.Name)
  /// The form of a standup that is still to be made.
  case newStandup
  /// One standup.
  case standup(Standup.ID)
  /// A question about a standup.
  case standupAlert(Standup.ID, StandupAlert)
  /// The form of a standup.
  case edit(Standup.ID)
  /// Whether a standup may be recorded.
  case settings(Standup.ID)
  /// A past meeting.
  case meeting(Standup.ID, Meeting.ID)
  /// The live meeting of a standup.
  case record(Standup.ID)
  /// The alert that is open over the live meeting of a standup.
  case recordAlert(Standup.ID, MeetingSession.Alert.Name)
  /// What is found in past meetings; empty where nothing is looked for yet. At most
  /// ``DeepLink/maxQueryBytes`` of UTF-8 can be read back from a link.
  case search(String)
  /// What one works on by the clock, and what was done.
  case focus(FocusPlace)
  /// What those see who look after the services.
  case bus(BusPlace)
}

/// A question that a client asks about a standup before it acts; the services know nothing of it.
public enum StandupAlert: String, CaseIterable, Hashable, Sendable {
  /// Whether to delete it.
  case deleteStandup
}
