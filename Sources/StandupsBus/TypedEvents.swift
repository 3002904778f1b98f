public import Bus
import Documents
public import Following
public import RouterAPI

/// A filter that selects events by type.
///
/// One type is followed by its own chain: each of its events names the previous one (`prevtype`).
/// Several types have no chain of their own, so the subscription covers all events, and the filter
/// drops those of other types.
public struct TypedEvents: FollowedEvents {
  /// The selected types, such as `meeting.started`; empty for all durable events.
  public var types: Set<String>

  /// Selects events by type; without a type, all durable events.
  public init(_ types: Set<String> = []) { self.types = types }

  /// The only selected type.
  private var single: String? { types.count == 1 ? types.first : nil }

  /// Topic prefixes for the subscription.
  public var prefixes: [String] { [single.map { "t/\(Topic.escape($0))/" } ?? "t/"] }

  /// True: a selected type is assumed to be durable.
  public var wantsDurable: Bool { true }

  /// True unless exactly one type is selected.
  public var isEverything: Bool { single == nil }

  /// The query for the events after a position.
  public func replay(after: Int64, epoch: String?, limit: Int) -> EventReplay {
    EventReplay(
      JournalQuery(
        after: after, epoch: epoch, types: types.isEmpty ? nil : types.sorted(), limit: limit))
  }

  /// The sequence of the previous event of the chain; 0 for the first one.
  public func previous(_ event: CloudEvent, sequence: Int64) -> Int64 {
    guard single != nil else { return sequence - 1 }
    return event.prevtype.flatMap { Int64($0) } ?? 0
  }

  /// Returns true for an event of a selected type, and without types for every durable event.
  public func accepts(_ event: CloudEvent) -> Bool {
    types.isEmpty ? event.sequence != nil : types.contains(event.type)
  }
}
