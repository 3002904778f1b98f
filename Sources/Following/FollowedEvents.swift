public import Bus
public import RouterAPI

/// A filter of events to follow.
public protocol FollowedEvents: Hashable, Sendable {
  /// True if durable events match.
  var wantsDurable: Bool { get }
  /// True if every event matches. A gap in the sequences then means that an event is missing.
  var isEverything: Bool { get }
  /// Returns the query for the journal.
  func replay(after: Int64, epoch: String?, limit: Int) -> EventReplay
  /// Returns the sequence of the previous event in the same topic family; 0 for the first.
  func previous(_ event: CloudEvent, sequence: Int64) -> Int64
  /// Returns true if an event matches.
  func accepts(_ event: CloudEvent) -> Bool
}
