import Documents
import Standups

/// The result of a command: it is committed first, and then applied to the state.
struct Decision: Hashable, Sendable {
  var changes: [Change]
  var events: [NewEvent]
  var reply: StandupsReply
  /// True if the timer receives the meeting's clock after the commit even if it is unchanged.
  var resends = false
  /// The meeting whose speech recognition stops after the commit.
  var stopsRecording: Meeting.ID?
  /// The teams of the standups that it is about. A standup whose team is unknown belongs to none, and
  /// is visible only to tools and operators.
  private(set) var teams: [Standup.ID: String] = [:]
  /// Decisions that do not fit in the same transaction, to be committed in this order after it.
  var then: [Decision] = []

  init(_ changes: [Change], events: [NewEvent] = [], reply: StandupsReply) {
    self.changes = changes
    self.events = events
    self.reply = reply
  }

  /// Notes the teams of standups, also for the decisions that follow.
  mutating func noteTeams(of teams: [Standup.ID: String]) {
    self.teams.merge(teams) { $1 }
    for index in then.indices { then[index].noteTeams(of: teams) }
  }

  /// A team whose number of discarded meetings may increase.
  struct Discarding: Hashable, Sendable {
    let team: String
    /// The new one if its loss hurts little; nil otherwise, and if the meetings came from another team.
    var minor: Meeting.ID?
  }

  /// The teams whose number of discarded meetings it may increase.
  var discarding: [Discarding] {
    changes.compactMap { change in
      switch change {
      case .putDiscarded(let discarded, let standup):
        teams[standup].map {
          Discarding(team: $0, minor: discarded.isMinor ? discarded.meeting.id : nil)
        }
      case .moveStandup(let record): Discarding(team: record.standup.teamID)
      default: nil
      }
    }
  }

  /// Returns an event with the team of its standup.
  func labelled(_ event: NewEvent) -> NewEvent {
    var event = event
    if event.labels.team == nil, let standup = event.labels.standup.flatMap({ Standup.ID($0) }) {
      event.labels.team = teams[standup]
    }
    return event
  }
}
