public import Bus
public import Documents

/// Asks where the journal stands, for subscribers.
public struct EventHeads: BusCommand, Hashable {
  /// The epoch of the journal, its last sequence, and the oldest one that can be replayed.
  public typealias Reply = JournalRange
  /// The name on the wire; the router passes the question on to persistence.
  public static let target = "events.heads"
  /// A question without members: `{}` on the wire.
  public init() {}
}

/// Asks for what a subscriber missed.
///
/// ```swift
/// let missed = JournalQuery(after: 41, epoch: epoch, types: ["meeting."])
/// let page = try await caller.send(EventReplay(missed))
/// ```
public struct EventReplay: BusCommand, Hashable {
  /// A page of events exactly as they were published; while it `hasMore`, ask again after its
  /// `resume`.
  public typealias Reply = EventPage
  /// The name on the wire; the router passes the question on to persistence.
  public static let target = "events.replay"
  /// Pages are large, so whoever asks for many is told to come again.
  public static let isDeferrable = true
  /// Which events are wanted: those after a sequence, by type, standup or meeting.
  public var query: JournalQuery
  /// Asks for what comes after a sequence.
  ///
  /// - Parameter query: with the `epoch` that the subscriber knows, so that events of another
  ///   journal are not taken for its own. Refused as `compacted` if the events are gone or the
  ///   epoch is another, as `invalid` if the sequence is still to come.
  public init(_ query: JournalQuery) { self.query = query }

  /// On the wire its members are those of the query.
  public init(from decoder: any Decoder) throws { query = try JournalQuery(from: decoder) }
  /// Writes the members of the query at the top of the body.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws { try query.encode(to: encoder) }
}
