public import Bus
public import StandupsAPI

/// The state, for a subscriber that joins or that missed more than is kept.
///
/// It is at least as new as `sequence`: whoever goes on from there may see events whose effect is in
/// it already, and misses none.
public struct EventSnapshot: BusCommand, Hashable {
  public static let target = "events.snapshot"
  /// The `next` of the page before, as it came.
  public var after: String?
  /// How many live meetings and how many standups, from 1 to 1000; 200 unless told. A page holds fewer
  /// where they would not fit a message.
  public var limit: Int?
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  public struct Reply: Codable, Hashable, Sendable {
    public var epoch: String
    /// Go on with the events after this one; of several pages, that of the first counts.
    public var sequence: Int64
    public var standups: [StandupSummary]
    /// A page of the live meetings; the standups come after the last of them.
    public var meetings: [LiveMeeting]
    /// Where the next page begins, to be given as `after`; nil at the end.
    public var next: String?
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
