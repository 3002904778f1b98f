public import Bus
public import RouterAPI

/// Which events somebody follows.
public protocol FollowedEvents: Hashable, Sendable {
  /// Whether something is wanted that the journal keeps.
  var wantsDurable: Bool { get }
  /// Whether each sequence is expected, so that the global one tells what is missing.
  var isEverything: Bool { get }
  /// What the journal is asked for.
  func replay(after: Int64, epoch: String?, limit: Int) -> EventReplay
  /// The sequence of the event before this one in the chain; 0 if it is the first.
  func previous(_ event: CloudEvent, sequence: Int64) -> Int64
  /// Whether this one is wanted.
  func accepts(_ event: CloudEvent) -> Bool
}
