import Bus
import Documents
import FocusAPI
import Following
import RouterAPI
import StandupsAPI

/// What the gateway follows: all that the journal keeps. Ticks and partials are asked for by meeting.
struct EverythingKept: FollowedEvents {
  /// Each type by itself: a whole family would bring the ticks of all meetings.
  static let prefixes = (MeetingEvents.durable + FocusEvents.durable + RouterEvents.durable).map {
    "t/\(Topic.escape($0))/"
  }

  /// The topics of what a meeting has that is not kept.
  static func prefixes(watching meeting: String) -> [String] {
    [MeetingEvents.tick, MeetingEvents.partial].map {
      "t/\(Topic.escape($0))/\(Topic.escape(meeting))/"
    }
  }

  var wantsDurable: Bool { true }
  var isEverything: Bool { true }

  func replay(after: Int64, epoch: String?, limit: Int) -> EventReplay {
    EventReplay(JournalQuery(after: after, epoch: epoch, limit: limit))
  }

  func previous(_ event: CloudEvent, sequence: Int64) -> Int64 { sequence - 1 }
  func accepts(_ event: CloudEvent) -> Bool { true }
}
