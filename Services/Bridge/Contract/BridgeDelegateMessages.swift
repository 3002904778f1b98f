public import Bus
public import Documents

/// Requests the next events of the journal for the bridge.
public struct BridgeEventsRequested: DelegateMessage, Hashable {
  /// Events as they were published; the error `compacted` means that they are no longer in the
  /// journal.
  public typealias Reply = EventPage
  /// Wire name. The router forwards it to persistence.
  public static let target = "bridge.eventsRequested"
  public static let errors: [BusError.Code] = [.compacted]
  /// Events after the end of the stream, or the events of a standup or meeting that were erased.
  public var query: JournalQuery
  /// Requests the next page.
  public init(query: JournalQuery) { self.query = query }
}

/// Requests the range of the journal, and the types of the events that report an erasure.
public struct BridgeJournalRequested: DelegateMessage, Hashable {
  /// Range of the journal, and the types that report an erasure.
  public typealias Reply = BridgeJournal
  /// Wire name. The router requests the range from persistence, and supplies the types itself.
  public static let target = "bridge.journalRequested"
  /// Creates the request, which the bridge sends each time before it begins to publish.
  public init() {}
}

/// Data about the journal that the bridge needs.
public struct BridgeJournal: Codable, Hashable, Sendable {
  /// Epoch, last sequence and oldest replayable sequence of the journal.
  public var range: JournalRange
  /// Types of events that report an erasure.
  public var erasing: [ErasingEvent]

  /// Creates the description of a journal; if `erasing` is empty, the bridge never erases anything.
  public init(range: JournalRange, erasing: [ErasingEvent]) {
    self.range = range
    self.erasing = erasing
  }
}

/// A type of event that reports the erasure of earlier events. Its subject is the meeting or the
/// standup whose events are erased.
public struct ErasingEvent: Codable, Hashable, Sendable {
  /// Topic family whose events may be erased.
  public enum View: String, Codable, Hashable, Sendable {
    /// Events of the meeting that is the event's subject.
    case meeting
    /// Events of the standup that is the event's subject.
    case standup
  }

  /// CloudEvents type of the event.
  public var type: String
  /// Topic family whose events are erased.
  public var view: View
  /// Member that the event's data has if it reports an erasure. Absent if the event always reports
  /// one.
  public var member: String?
  /// Member that the event's data has if nothing is erased yet. Absent if the event has none.
  public var unless: String?

  /// Creates a rule for events whose subject is the id of a meeting or a standup.
  public init(type: String, view: View, member: String? = nil, unless: String? = nil) {
    self.type = type
    self.view = view
    self.member = member
    self.unless = unless
  }
}
