public import Bus

/// Where the journal stands, for subscribers.
public struct EventHeads: BusCommand, Hashable {
  public typealias Reply = JournalHeads.Reply
  public static let target = "events.heads"
  public init() {}
}

/// What a subscriber missed.
public struct EventReplay: BusCommand, Hashable {
  public static let target = "events.replay"
  /// Events after this sequence; 0 for all.
  public var after: Int64
  /// The epoch that the asker knows; another one is refused as `compacted`.
  public var epoch: String?
  /// Only these types; nil for all.
  public var types: [String]?
  public var standup: String?
  public var meeting: String?
  /// From 1 to 1000; 100 unless told.
  public var limit: Int?
  public init(
    after: Int64, epoch: String? = nil, types: [String]? = nil, standup: String? = nil,
    meeting: String? = nil, limit: Int? = nil
  ) {
    self.after = after
    self.epoch = epoch
    self.types = types
    self.standup = standup
    self.meeting = meeting
    self.limit = limit
  }

  public struct Reply: Codable, Hashable, Sendable {
    public var events: [CloudEvent]
    public var epoch: String
    /// The last sequence of the journal.
    public var head: Int64
    /// Whether more events that fit come after these.
    public var hasMore: Bool
    /// Go on after this one: all that fits up to here was given. A page may be empty before the end.
    public var resume: Int64?
    public init(
      events: [CloudEvent], epoch: String, head: Int64, hasMore: Bool, resume: Int64? = nil
    ) {
      self.events = events
      self.epoch = epoch
      self.head = head
      self.hasMore = hasMore
      self.resume = resume
    }
  }
}

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

extension EventReplay {
  /// The same question to the journal.
  public var journal: Replay {
    Replay(
      after: after, types: types, standup: standup, meeting: meeting, limit: limit, epoch: epoch)
  }
}

extension Replay.Reply {
  /// The page as other tools see it.
  public var published: EventReplay.Reply {
    EventReplay.Reply(
      events: events.map(\.cloudEvent), epoch: epoch, head: head, hasMore: hasMore, resume: resume)
  }
}

extension JournalEvent {
  /// The event as other tools see it.
  public var cloudEvent: CloudEvent {
    CloudEvent(
      id: event.id, source: event.source, type: event.labels.type, subject: event.labels.subject,
      time: event.time, traceparent: event.traceparent, sequence: sequence, epoch: epoch,
      correlation: correlation, causation: causation, previousOfType: previousOfType,
      previousOfStandup: previousOfStandup,
      previousOfMeeting: previousOfMeeting, data: event.data)
  }

  /// The event with the views under which it goes out.
  public var publication: Publication {
    Publication(event: cloudEvent, labels: event.labels)
  }
}
