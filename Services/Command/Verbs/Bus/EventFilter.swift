import Bus
import Documents
import Following
import Foundation
import RouterAPI
import Standups

/// Which events are wanted: as topics to subscribe to, as the filter of a replay, as a test of what
/// comes, and as the chain in which a hole shows.
struct EventFilter: FollowedEvents {
  var standup: Standup.ID?
  /// Narrower than the standup, so that where both are given it alone counts.
  var meeting: Meeting.ID?
  /// Types, or families such as `meeting` or `meeting.`; empty for all.
  var types: [String] = []
  /// Whether events that are not kept are wanted although no type names them.
  var all = false
  /// What happened before is not wanted.
  var notBefore: Date?

  /// The types that are wanted; nil for all that there are.
  private var wanted: [String]? { types.isEmpty ? nil : types.flatMap(EventTypes.expanded) }

  /// Whether something is wanted that the journal keeps.
  var wantsDurable: Bool { wanted?.contains { !EventTypes.ephemeral.contains($0) } ?? true }

  /// The one kept type that is followed by its own chain.
  private var single: String? {
    guard standup == nil, meeting == nil, types.count == 1, wantsDurable else { return nil }
    return wanted?.count == 1 && types[0].last != "." ? wanted?[0] : nil
  }

  /// Families that are no service's; what they hold is not known here.
  private var foreign: [String] {
    types.filter { $0.hasSuffix(".") && !EventTypes.families.contains($0) }
  }

  /// Whether each sequence is expected, so that the global one tells what is missing.
  var isEverything: Bool { standup == nil && meeting == nil && single == nil }

  /// Beginnings of topics. Events that are not kept are not asked for unless they are wanted; of the
  /// kept ones a whole chain is, as a hole shows in nothing less.
  var prefixes: [String] {
    let passing = EventTypes.ephemeral.filter { type in
      wanted.map { wanted in
        types.contains(type) || all && wanted.contains(type)
      } ?? all
    }
    let kept = wantsDurable ? single.map { [$0] } ?? EventTypes.durable : []
    return (kept + passing + foreign).map { type in
      // The slash keeps a type from matching a longer one; a family shall match its types.
      let end = Topic.escape(type) + (type.hasSuffix(".") ? "" : "/")
      if let meeting { return Topic.prefix(ofMeeting: meeting) + end }
      if let standup { return Topic.prefix(ofStandup: standup) + end }
      return "t/" + end
    }
  }

  /// What the journal is asked for: all events of the chain that are wanted.
  func replay(after: Int64, epoch: String?, limit: Int) -> EventReplay {
    EventReplay(
      JournalQuery(
        after: after, epoch: epoch,
        types: wanted?.filter { !EventTypes.ephemeral.contains($0) },
        standup: meeting == nil ? standup?.description : nil, meeting: meeting?.description,
        limit: limit))
  }

  /// The sequence of the event before this one in the chain; 0 if it is the first.
  func previous(_ event: CloudEvent, sequence: Int64) -> Int64 {
    let text: String?
    if meeting != nil {
      text = event.prevmeeting
    } else if standup != nil {
      text = event.prevstandup
    } else if single != nil {
      text = event.prevtype
    } else {
      return sequence - 1
    }
    return text.flatMap { Int64($0) } ?? 0
  }

  func accepts(_ event: CloudEvent) -> Bool {
    if let notBefore, event.time < notBefore { return false }
    return types.isEmpty
      || types.contains { type in
        event.type == type || event.type.hasPrefix(type.hasSuffix(".") ? type : type + ".")
      }
  }
}
