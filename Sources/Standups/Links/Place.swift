/// Where somebody can be: one case per screen.
///
/// A place that makes no sense, such as a record screen without a standup, cannot be written down.
public enum Place: Hashable, Sendable {
  /// All standups.
  case list
  /// The alert that is open over the list.
  case listAlert(ListAlert.Name)
  /// One standup.
  case standup(Standup.ID)
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
}

extension ListAlert {
  /// Which alert, without what it says.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    case dataFailedToLoad
  }

  /// Which alert this is.
  public var name: Name {
    switch self {
    case .dataFailedToLoad: .dataFailedToLoad
    }
  }
}

extension MeetingSession.Alert {
  /// Which alert, without what it says.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    case speechAuthorization, speechDenied, speechRestricted, endMeeting, speechFailed
  }

  /// Which alert this is.
  public var name: Name {
    switch self {
    case .speechAuthorization: .speechAuthorization
    case .speechDenied: .speechDenied
    case .speechRestricted: .speechRestricted
    case .endMeeting: .endMeeting
    case .speechFailed: .speechFailed
    }
  }
}
