public import Bus
public import StandupsAPI

/// The state, for a subscriber that joins or that missed more than is kept.
///
/// It is at least as new as `sequence`: whoever goes on from there may see events whose effect is in
/// it already, and misses none.
///
/// ```swift
/// var page = try await caller.send(EventSnapshot())
/// let sequence = page.sequence  // of the first page: events after it are to be applied
/// while let next = page.next {
///   page = try await caller.send(EventSnapshot(after: next))
/// }
/// ```
public struct EventSnapshot: BusCommand, Hashable {
  /// The name on the wire; the router answers it with the help of persistence and standups.
  public static let target = "events.snapshot"
  /// Pages are large, so whoever asks for many is told to come again.
  public static let isDeferrable = true
  /// The `next` of the page before, as it came.
  public var after: String?
  /// How many live meetings and how many standups, from 1 to 1000; 200 unless told. A page holds fewer
  /// where they would not fit a message.
  public var limit: Int?
  /// Asks for one page: the first unless `after` is given, which is refused as `invalid` if no page
  /// gave it.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  /// A page of the state: live meetings first, then standups.
  public struct Reply: Codable, Hashable, Sendable {
    /// Names the journal that the sequence is of; sequences of another one do not compare.
    public var epoch: String
    /// Go on with the events after this one; of several pages, that of the first counts.
    public var sequence: Int64
    /// A page of the standups; empty until the last of the live meetings was given.
    public var standups: [StandupSummary]
    /// A page of the live meetings; the standups come after the last of them.
    public var meetings: [LiveMeeting]
    /// Where the next page begins, to be given as `after`; nil at the end.
    public var next: String?
    /// A page; without `next` it is the last.
    public init(
      epoch: String, sequence: Int64, standups: [StandupSummary], meetings: [LiveMeeting],
      next: String? = nil
    ) {
      self.epoch = epoch
      self.sequence = sequence
      self.standups = standups
      self.meetings = meetings
      self.next = next
    }
  }
}
