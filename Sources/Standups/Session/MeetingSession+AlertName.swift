extension MeetingSession.Alert {
  /// Which alert, without what it says.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    case speechAuthorization, speechDenied, speechRestricted, endMeeting, paused, speechFailed
  }

  /// Which alert this is.
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
