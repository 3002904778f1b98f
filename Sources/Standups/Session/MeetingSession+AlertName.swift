extension MeetingSession.Alert {
  /// The kind of an alert, without its values.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    case speechAuthorization, speechDenied, speechRestricted, endMeeting, paused, speechFailed
  }

  /// The kind of this alert.
  public var name: Name {
    switch self {
    case .speechAuthorization: .speechAuthorization
    case .speechDenied: .speechDenied
    case .speechRestricted: .speechRestricted
    case .endMeeting: .endMeeting
    case .paused: .paused
    case .speechFailed: .speechFailed
    }
  }
}
