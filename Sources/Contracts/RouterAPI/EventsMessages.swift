public import Bus
public import Documents

/// Asks where the journal stands, for subscribers.
public struct EventHeads: BusCommand, Hashable {
  public typealias Reply = JournalRange
  public static let target = "events.heads"
  public init() {}
}

/// Asks for what a subscriber missed.
public struct EventReplay: BusCommand, Hashable {
  public typealias Reply = EventPage
  public static let target = "events.replay"
  public var query: JournalQuery
  public init(_ query: JournalQuery) { self.query = query }

  /// On the wire its members are those of the query.
  public init(from decoder: any Decoder) throws { query = try JournalQuery(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try query.encode(to: encoder) }
}
