public import Bus
public import Schema
public import StandupsAPI

/// Returns the current state, from which a subscriber continues with the events after `sequence`.
///
/// The state is at least as new as `sequence`. No event is missing, but the state may already
/// include the effect of an event after `sequence`, so it must be safe to apply an event twice.
///
/// ```swift
/// var page = try await caller.send(EventSnapshot())
/// let sequence = page.sequence  // of the first page: apply the events after it
/// while let next = page.next {
///   page = try await caller.send(EventSnapshot(after: next))
/// }
/// ```
public struct EventSnapshot: BusCommand, Hashable {
  /// Wire name. Answered by the router, which uses persistence and standups.
  public static let target = "events.snapshot"
  public static let traits = CommandTraits(
    access: .observer, in: .any, isDeferrable: true, errors: [.notFound])
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of live meetings, and of standups, per page, from 1 to 1000. Default: 200. A
  /// page contains fewer if more would not fit into a message.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 200)]
  /// Requests one page. Default: the first one. An `after` that is not the cursor of a page fails
  /// with `invalid`.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  /// A page of the state: live meetings first, then standups.
  public struct Reply: Codable, Hashable, Sendable {
    /// Epoch of the journal to which `sequence` belongs. Sequences of different epochs cannot be
    /// compared.
    public var epoch: String
    /// Sequence of the event after which to continue; the state is at least as new as this event.
    /// If there are several pages, use the value of the first one.
    public var sequence: Int64
    /// A page of the standups; empty until the page with the last live meeting.
    public var standups: [StandupSummary]
    /// A page of the live meetings, in the order of their ids. The standups follow after the last
    /// of them.
    public var meetings: [LiveMeeting]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Creates a page; `next` is nil on the last one.
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
