import Bus
import Documents
import Following
import GatewayAPI
import RouterAPI
import ServiceCatalog
import StandupsAPI

/// Events that the gateway follows, which are all durable events. Ticks and partial lines are
/// subscribed to per meeting.
struct DurableEvents: FollowedEvents {
  /// Uses one prefix per type, because the prefix of a family would include the ticks of all
  /// meetings.
  static let prefixes = ServiceCatalog.durableEvents.map { "t/\(Topic.escape($0))/" }

  /// Topics of a meeting's ephemeral events.
  static func prefixes(watching meeting: String) -> [String] {
    [MeetingTick.type, MeetingPartial.type, MeetingPresence.type].map {
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
