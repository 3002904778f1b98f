public import Bus
public import Documents

/// The bridge calls: what comes next in the journal?
public struct BridgeEventsRequested: DelegateMessage, Hashable {
  /// Events as they were published; the error `compacted` means that they are gone.
  public typealias Reply = EventPage
  /// The name on the wire; the parent leads it to persistence.
  public static let target = "bridge.eventsRequested"
  /// What comes after the stream's end, or what was said of something that is erased.
  public var query: JournalQuery
  /// Asks for the next page.
  public init(query: JournalQuery) { self.query = query }
}

/// The bridge calls: where does the journal begin and end, and which events tell that something is erased?
public struct BridgeJournalRequested: DelegateMessage, Hashable {
  /// The journal's ends, and how to know what is to be erased.
  public typealias Reply = BridgeJournal
  /// The name on the wire; the parent asks persistence, and knows the rest.
  public static let target = "bridge.journalRequested"
  /// Asked before each time that publishing begins.
  public init() {}
}

/// The journal as the bridge has to know it.
public struct BridgeJournal: Codable, Hashable, Sendable {
  /// Its epoch, its last sequence, and the oldest one that can be replayed.
  public var range: JournalRange
  /// Which events tell that others are erased.
  public var erasing: [ErasingEvent]

  /// A journal; without rules nothing is ever erased.
  public init(range: JournalRange, erasing: [ErasingEvent]) {
    self.range = range
    self.erasing = erasing
  }
}

/// A kind of event that tells that what others said was erased: those of the same meeting, or standup.
public struct ErasingEvent: Codable, Hashable, Sendable {
  /// Whose events may be erased.
  public enum View: String, Codable, Hashable, Sendable {
    /// Those of the meeting that is the event's subject.
    case meeting
    /// Those of the standup that is the event's subject.
    case standup
  }

  /// Its type.
  public var type: String
  /// Whose events it is about.
  public var view: View
  /// The member that its data has if it tells of an erasure; nil if it always does.
  public var member: String?

  /// A rule; the event's subject is the id of the meeting or the standup.
  public init(type: String, view: View, member: String? = nil) {
    self.type = type
    self.view = view
    self.member = member
  }
}
