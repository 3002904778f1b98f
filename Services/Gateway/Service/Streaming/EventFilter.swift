/// Events that a client of Server-Sent Events wants, from the query of its request.
struct EventFilter: Hashable, Sendable {
  /// Exact types; empty for all.
  var types: Set<String> = []
  /// Id of the standup, in lower case; nil for all.
  var standup: String?
  /// Id of the team; nil for all.
  var team: String?

  /// True if a standup does not matter, and the type and the team match.
  func acceptsTypeAndTeam(_ event: StreamEvent) -> Bool {
    (types.isEmpty || types.contains(event.type)) && (team == nil || team == event.team)
  }
}

/// Membership of events in one standup, as far as it is known.
///
/// An event does not name its standup; only the journal knows it. The subject of an event about a
/// standup is the standup, and the first event of each meeting names its standup. The membership of
/// other events follows from the subject, which is a meeting, once one event of it is known.
struct StandupMembers: Hashable, Sendable {
  /// Maximum number of subjects in memory.
  static let maxSubjects = 1024

  /// Id of the standup, in lower case.
  let standup: String
  private var subjects: [String: Bool] = [:]

  init(_ standup: String) { self.standup = standup }

  /// Returns true if the event belongs to the standup; nil if only the journal knows.
  mutating func contains(_ event: StreamEvent) -> Bool? {
    if event.subject == standup { return true }
    if let named = event.standupInData {
      note(event.subject, named == standup)
      return named == standup
    }
    // The first event of a standup has the standup as its subject.
    return event.followsInStandup ? subjects[event.subject] : false
  }

  /// Records whether the events with a subject belong to the standup.
  mutating func note(_ subject: String, _ isMember: Bool) {
    if subjects.count >= Self.maxSubjects { subjects = [:] }
    subjects[subject] = isMember
  }
}
