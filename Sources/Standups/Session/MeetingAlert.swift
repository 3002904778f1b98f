extension MeetingSession {
  /// A question to the people who run the meeting. The clock is paused while it is open.
  public enum Alert: Codable, Hashable, Sendable {
    /// Recording has not been decided for this standup.
    case speechAuthorization
    /// Recording was denied for this standup.
    case speechDenied
    /// Speech recognition is unavailable here, for the given reason.
    case speechRestricted(reason: String)
    /// Asks whether to end the meeting. If the last speaker's “next” opened it, it does not offer
    /// to discard the meeting.
    case endMeeting(isDiscardable: Bool)
    /// A user paused the meeting.
    case paused
    /// Speech recognition stopped, for the given reason.
    case speechFailed(reason: String)

    /// The possible answers to this alert, in the order in which they are shown.
    public var actions: [AlertAction] {
      switch self {
      case .speechAuthorization: [.allow, .dontAllow, .cancel]
      case .speechDenied: [.continueWithoutRecording, .openSettings, .cancel]
      case .speechRestricted: [.continueWithoutRecording, .cancel]
      case .endMeeting(let isDiscardable):
        isDiscardable ? [.saveAndEnd, .discard, .resume] : [.saveAndEnd, .resume]
      case .paused: [.resume, .saveAndEnd, .discard]
      case .speechFailed: [.continueMeeting, .discard]
      }
    }

    /// True if the question is asked before the clock of the meeting first runs.
    public var comesFirst: Bool {
      switch self {
      case .speechAuthorization, .speechDenied, .speechRestricted: true
      case .endMeeting, .paused, .speechFailed: false
      }
    }

    /// Title of the alert, shown above the answers.
    public var title: String {
      switch self {
      case .speechAuthorization: "Record this meeting?"
      case .speechDenied: "Recording is off for this standup"
      case .speechRestricted: "Speech recognition is unavailable"
      case .endMeeting: "End meeting?"
      case .paused: "Paused"
      case .speechFailed: "Speech recognition failed"
      }
    }

    /// Message of the alert, shown below the title.
    public var message: String {
      switch self {
      case .speechAuthorization:
        "Standups can write a transcript. It does not keep the audio."
      case .speechDenied:
        "You can meet without a transcript, or allow recording."
      case .speechRestricted(let reason):
        "\(reason) You can meet without a transcript."
      case .endMeeting:
        "Someone asked to end the meeting. Resuming continues it for everyone."
      case .paused:
        "The timer is paused. Resuming continues the meeting for everyone."
      case .speechFailed(let reason):
        "\(reason) The transcript so far is saved."
      }
    }
  }

  /// An answer to an alert.
  public enum AlertAction: String, Codable, CaseIterable, Hashable, Sendable {
    case allow, dontAllow
    case continueWithoutRecording, openSettings, cancel
    case saveAndEnd, discard, resume
    case continueMeeting

    /// Label of the button.
    public var label: String {
      switch self {
      case .allow: "Allow"
      case .dontAllow: "Don’t allow"
      case .continueWithoutRecording: "Continue without recording"
      case .openSettings: "Allow recording and start"
      case .cancel: "Cancel"
      case .saveAndEnd: "Save and end"
      case .discard: "Discard meeting"
      case .resume: "Resume"
      case .continueMeeting: "Continue meeting"
      }
    }
  }
}
