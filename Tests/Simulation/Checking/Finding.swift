#if DEBUG || SIMULATION
  /// A violation of an invariant.
  struct Finding: Codable, Hashable, Sendable {
    /// The violated invariant.
    var invariant: Invariant
    /// Observation that violates the invariant, as a sentence.
    var details: String
    /// Time of the observation, in milliseconds since the start of the run.
    var atMs: Int64
  }

  /// Conditions that hold in every run, regardless of the faults.
  enum Invariant: String, Codable, CaseIterable, Hashable, Sendable {
    case acknowledgedIsKept
    case doneOnce
    case refusedIsNotDone
    case noEditIsLost
    case journalIsWhole
    case subscriberHasTheJournal
    case beatsRise
    case ticksOnce
    case everybodyHasATurn
    case speakersInOrder
    case notBeforeItsTime
    case meetingsGoOn
    case meetingsEnd
    case alertsInOrder
    case nothingIsLeftOver
    case webhookHasTheJournal
    case queuesAreBounded
    case answersCome
    case teamsAreSeparate
    case revocationsHold
    case deniedIsNotDone
    case eventsHaveTheirTeam
    case subscribersHaveARole
    case everythingHasItsTeam
    case removedTeamsAreEmpty
    case rolesAgree
    case ordersArePermutations
    case endsAreFinal
    case meetingsContinue
    case wordsAreKept
    case updatesAppearOnce
    case pastMeetingsAgree
    case figuresAgree

    /// The invariant in a sentence.
    var sentence: String {
      switch self {
      case .acknowledgedIsKept: "What was acknowledged is in the journal."
      case .doneOnce: "A command is done once, however often it is sent under one key."
      case .refusedIsNotDone: "What was refused was not done."
      case .noEditIsLost: "No edit loses what another one has written."
      case .journalIsWhole: "The journal is numbered without a gap and never changes."
      case .subscriberHasTheJournal: "A subscriber that repairs its gaps has the whole journal."
      case .beatsRise: "The head of the journal, as the beats tell it, never falls."
      case .ticksOnce: "No tick is sent twice."
      case .everybodyHasATurn: "Nobody's turn is skipped unless somebody asked for it."
      case .speakersInOrder: "Speakers are announced in their order."
      case .notBeforeItsTime: "No turn ends before its time."
      case .meetingsGoOn: "Whatever a timer does, a turn ends within three seconds of its time."
      case .meetingsEnd: "Every meeting can be ended, and ends when its time is up."
      case .alertsInOrder: "An alert is open once, and only over a meeting that is live."
      case .nothingIsLeftOver: "Nothing stays that no place in the domain explains."
      case .webhookHasTheJournal: "A receiver gets every event, in order."
      case .queuesAreBounded: "No queue grows without bound, and all are empty in the end."
      case .answersCome: "Every call is answered, at the latest when its time is over."
      case .teamsAreSeparate: "A reply to a person contains only objects of the person's teams."
      case .revocationsHold: "An acknowledged revocation applies to all later commands."
      case .deniedIsNotDone: "A command that a person was denied has no effect."
      case .eventsHaveTheirTeam: "An event has the team to which its standup belongs."
      case .subscribersHaveARole: "A person receives only events of the person's teams."
      case .everythingHasItsTeam: "Objects have the team of their standup, everywhere."
      case .removedTeamsAreEmpty: "Nothing belongs to a removed team."
      case .rolesAgree: "Store, people service and router know the same roles."
      case .ordersArePermutations: "A new order permutes the speakers to come, and nothing else."
      case .endsAreFinal: "Only the last end of a meeting is undone, and not after ten seconds."
      case .meetingsContinue: "A meeting whose end is undone continues where it ended."
      case .wordsAreKept: "No line of a transcript is lost or stored twice."
      case .updatesAppearOnce: "A written update is in one meeting, and does not wait afterwards."
      case .pastMeetingsAgree: "Journal, documents and summaries have the same past meetings."
      case .figuresAgree: "The figures of a standup are those of its past meetings."
      }
    }
  }
#endif
