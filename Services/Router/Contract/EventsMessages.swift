public import Bus
public import Documents
public import Schema

/// Returns the range of the journal.
public struct EventHeads: BusCommand, Hashable {
  /// Epoch of the journal, its last sequence, and the oldest one that can be replayed.
  public typealias Reply = JournalRange
  /// Wire name. The router forwards the request to persistence.
  public static let target = "events.heads"
  public static let traits = CommandTraits(access: .observer, in: .any)
  /// Creates the command, whose body is `{}`.
  public init() {}
}

/// Replays events that a subscriber missed.
///
/// ```swift
/// let missed = JournalQuery(after: 41, epoch: epoch, types: ["meeting."])
/// let page = try await caller.send(EventReplay(missed))
/// ```
public struct EventReplay: BusCommand, Hashable, WrittenAs {
  public typealias Written = JournalQuery
  /// A page of events exactly as they were published. While `hasMore` is true, request the next
  /// page with `resume` as `after`.
  public typealias Reply = EventPage
  /// Wire name. The router forwards the request to persistence.
  public static let target = "events.replay"
  public static let traits = CommandTraits(
    access: .observer, in: .any, isDeferrable: true, errors: [.compacted, .invalid])
  /// Events to replay: those after a sequence, by type, standup, meeting, actor or team.
  public var query: JournalQuery
  /// Requests the events after a sequence.
  ///
  /// - Parameter query: the filter, with the `epoch` that the subscriber knows, so that events of
  ///   another journal are not mistaken for its own. It fails with `compacted` if the journal no
  ///   longer retains the events or the epoch differs, and with `invalid` for a sequence beyond the
  ///   last one.
  public init(_ query: JournalQuery) { self.query = query }

  /// Decodes the query from the members of the body.
  public init(from decoder: any Decoder) throws { query = try JournalQuery(from: decoder) }
  /// Encodes the members of the query as those of the body.
  ///
  /// - Throws: the encoder's error.
  public func encode(to encoder: any Encoder) throws { try query.encode(to: encoder) }
}
