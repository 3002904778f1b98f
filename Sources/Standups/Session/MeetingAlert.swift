extension MeetingSession {
  /// A question to the people in the meeting. The clock is paused while it is open.
  ///
  /// On the bus, it is an object with one member, named after the case.
  public enum Alert: Codable, Hashable, Sendable {
    /// Recording has not been decided for this standup. Offers `allow`, `dontAllow` and `cancel`.
    case speechAuthorization
    /// Recording was denied for this standup. Offers `continueWithoutRecording`, `openSettings` and
    /// `cancel`.
    case speechDenied
    /// Speech recognition is unavailable here; `reason` is a sentence with the cause. Offers
    /// `continueWithoutRecording` and `cancel`.
    case speechRestricted(reason: String)
    /// Asks whether to end the meeting. Offers `saveAndEnd`, `discard` and `resume`. If
    /// `isDiscardable` is false, the end of the last speaker's turn opened the alert, and it does
    /// not offer `discard`.
    case endMeeting(isDiscardable: Bool)
    /// A person paused the meeting. Offers `resume`, `saveAndEnd` and `discard`.
    case paused
    /// Speech recognition stopped; `reason` is a sentence with the cause. Offers `continueMeeting`
    /// and `discard`.
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
    /// Records this meeting, and allows recording for this standup.
    case allow
    /// Starts this meeting without recording, and denies recording for this standup.
    case dontAllow
    /// Starts this meeting without recording.
    case continueWithoutRecording
    /// Allows recording for this standup after all, and records this meeting.
    case openSettings
    /// Does not start the meeting.
    case cancel
    /// Ends and saves the meeting.
    case saveAndEnd
    /// Ends the meeting without saving it.
    case discard
    /// Continues the meeting.
    case resume
    /// Continues the meeting without recording.
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
