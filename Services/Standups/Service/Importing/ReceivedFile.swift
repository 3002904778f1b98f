import Standups

/// A file whose parts are arriving. Only its ids are in memory.
struct ReceivedFile: Hashable, Sendable {
  /// Id of the team to which new standups of the file belong.
  let team: String
  /// Ids of the teams that the import concerns: that one, and those of the standups in the file that
  /// exist here.
  private(set) var teams: Set<String>
  /// The sender of the file, if it is limited to some files at the same time.
  let sender: String?
  private(set) var last: Standup?
  private(set) var order = PartOrder()
  private var standups: Set<Standup.ID> = []
  private var meetings: Set<Meeting.ID> = []

  init(team: String, sender: String? = nil) {
    self.team = team
    teams = [team]
    self.sender = sender
  }

  /// Returns true if words of this standup's meetings may be in the file: it contains the standup, or
  /// belongs to the same team.
  func mayRepeat(_ standup: Standup) -> Bool {
    team == standup.teamID || standups.contains(standup.id)
  }

  /// Returns true if the standup has arrived.
  func has(_ standup: Standup.ID) -> Bool { standups.contains(standup) }

  /// Number of standups and meetings that have arrived.
  var count: Int { standups.count + meetings.count }

  /// Records the content of a part.
  ///
  /// - Parameter teams: ids of the teams of its standups that exist here.
  /// - Throws: `invalid` if some of it was in an earlier part.
  mutating func take(_ part: [StandupWithMeetings], of teams: [String] = []) throws {
    self.teams.formUnion(teams)
    for (index, element) in part.enumerated() {
      // Between two parts, a person may have been removed.
      let goesOn = index == 0 && element.standup.unlinked == last
      if !standups.insert(element.id).inserted, !goesOn {
        throw StandupsCommand.invalid("[\(index)].id", "this standup is already in an earlier part")
      }
      for (position, meeting) in element.meetings.enumerated() {
        let path = "[\(index)].meetings[\(position)]"
        guard order.take(meeting) else {
          throw StandupsCommand.invalid(
            "\(path).part", "the parts of a meeting must be complete and in order")
        }
        guard meetings.insert(meeting.id).inserted || meeting.part != nil else {
          throw StandupsCommand.invalid("\(path).id", "this meeting is already in an earlier part")
        }
      }
      last = element.standup.unlinked
    }
  }
}

extension Standup {
  /// The standup without the links of its attendees to persons.
  fileprivate var unlinked: Standup {
    var standup = self
    for attendee in attendees where attendee.person != nil {
      standup.attendees[id: attendee.id]?.person = nil
    }
    return standup
  }
}

/// Checks that the parts of long meetings arrive completely and in order.
struct PartOrder: Hashable, Sendable {
  private struct Last: Hashable {
    var id: Meeting.ID
    var part: Int
    var parts: Int
  }

  private var last: Last?

  /// True if no part of the last meeting is missing.
  var isComplete: Bool { last.map { $0.part == $0.parts } ?? true }

  /// Records the next meeting, or part of one.
  ///
  /// - Returns: true if it may follow the previous one.
  mutating func take(_ meeting: Meeting) -> Bool {
    let next = Last(id: meeting.id, part: meeting.part ?? 1, parts: meeting.parts ?? 1)
    let isNext =
      next.part == 1
      ? isComplete : last == Last(id: next.id, part: next.part - 1, parts: next.parts)
    last = next
    return isNext
  }
}
