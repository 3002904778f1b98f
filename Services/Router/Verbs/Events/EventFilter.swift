import Bus
import Documents
import Following
import Foundation
import RouterAPI
import Standups

/// A selection of events. It provides the topics to subscribe to, the query for a replay, a test for
/// received events, and the chain that reveals missing events: each event of a chain names the
/// sequence of the previous one.
struct EventFilter: FollowedEvents {
  var standup: Standup.ID?
  /// More specific than the standup: if both are set, only the meeting counts.
  var meeting: Meeting.ID?
  /// Id of the team; less specific than the standup and the meeting.
  var team: String?
  /// Types, or families such as `meeting` or `meeting.`; empty for all.
  var types: [String] = []
  /// The actor, as in the events; nil for all.
  var by: String?
  /// True to include ephemeral events even if they are not among `types`.
  var all = false
  /// The earliest time of wanted events.
  var notBefore: Date?

  /// The selected types; nil for all types.
  private var wanted: [String]? { types.isEmpty ? nil : types.flatMap(EventTypes.expanded) }

  /// True if the selection includes durable events.
  var wantsDurable: Bool { wanted?.contains { !EventTypes.ephemeral.contains($0) } ?? true }

  /// The durable type to follow by its own chain, if it is the only one selected.
  private var single: String? {
    guard standup == nil, meeting == nil, team == nil, types.count == 1, wantsDurable else {
      return nil
    }
    return wanted?.count == 1 && types[0].last != "." ? wanted?[0] : nil
  }

  /// Selected families that belong to no service; their types are unknown here.
  private var foreign: [String] {
    types.filter { $0.hasSuffix(".") && !EventTypes.families.contains($0) }
  }

  /// True if the journal's sequence is contiguous for this selection and therefore reveals missing
  /// events.
  var isEverything: Bool {
    standup == nil && meeting == nil && team == nil && single == nil
  }

  /// Topic prefixes for the subscription. Ephemeral events are included only if they are selected.
  /// Durable events require the complete chain, because gaps are visible only in a complete one.
  var prefixes: [String] {
    let passing = EventTypes.ephemeral.filter { type in
      wanted.map { wanted in
        types.contains(type) || all && wanted.contains(type)
      } ?? all
    }
    let kept = wantsDurable ? single.map { [$0] } ?? EventTypes.durable : []
    return (kept + passing + foreign).map { type in
      // The slash prevents a match with a longer type; a family must match all of its types.
      let end = Topic.escape(type) + (type.hasSuffix(".") ? "" : "/")
      let team = team.map(Topic.prefix(ofTeam:)) ?? ""
      if let meeting { return team + Topic.prefix(ofMeeting: meeting) + end }
      if let standup { return team + Topic.prefix(ofStandup: standup) + end }
      return team + "t/" + end
    }
  }

  /// The query for the journal: the selected events of the chain.
  func replay(after: Int64, epoch: String?, limit: Int) -> EventReplay {
    EventReplay(
      JournalQuery(
        after: after, epoch: epoch,
        types: wanted?.filter { !EventTypes.ephemeral.contains($0) },
        standup: meeting == nil ? standup?.description : nil, meeting: meeting?.description,
        by: by, teams: team.map { [$0] }, limit: limit))
  }

  /// The sequence of the previous event in the chain; 0 for the first event.
  func previous(_ event: CloudEvent, sequence: Int64) -> Int64 {
    let text: String?
    if meeting != nil {
      text = event.prevmeeting
    } else if standup != nil {
      text = event.prevstandup
    } else if team != nil {
      text = event.prevteam
    } else if single != nil {
      text = event.prevtype
    } else {
      return sequence - 1
    }
    return text.flatMap { Int64($0) } ?? 0
  }

  func accepts(_ event: CloudEvent) -> Bool {
    if let notBefore, event.time < notBefore { return false }
    if let by, event.by != by { return false }
    if let team, event.team != team { return false }
    return types.isEmpty
      || types.contains { type in
        event.type == type || event.type.hasPrefix(type.hasSuffix(".") ? type : type + ".")
      }
  }
}
