public import Bus

/// A person's focus started. The subject of all these events is the person.
///
/// The type and the subject are those of CloudEvents 1.0.
public struct FocusStarted: EventData, Hashable {
  /// The type as it stands in the event and in its topic.
  public static let type = "focus.started"
  /// Who began; the event's subject too.
  public var person: String
  /// What the person is about to do; never empty.
  public var title: String
  /// How long it will last, in milliseconds, from one second to 24 hours.
  public var durationMs: Int64
  /// Tells of a focus that runs from 0 on.
  public init(person: String, title: String, durationMs: Int64) {
    self.person = person
    self.title = title
    self.durationMs = durationMs
  }
}

/// A person's focus stopped.
public struct FocusStopped: EventData, Hashable {
  /// The type as it stands in the event and in its topic.
  public static let type = "focus.stopped"
  /// Whose it was; the event's subject too.
  public var person: String
  /// What the person was doing.
  public var title: String
  /// How long it ran, in milliseconds, from 0; never more than it was to last.
  public var elapsedMs: Int64
  /// Why it stopped.
  public var cause: Cause
  /// Why a focus stopped.
  public enum Cause: String, Codable, CaseIterable, Hashable, Sendable {
    /// Somebody stopped it.
    case asked
    /// Its time was over, also where somebody stopped it after that and before the timer said so.
    case timeUp
  }
  /// Tells of a focus that is over; what took a second at least is told as an item besides.
  public init(person: String, title: String, elapsedMs: Int64, cause: Cause) {
    self.person = person
    self.title = title
    self.elapsedMs = elapsedMs
    self.cause = cause
  }
}

/// What was done was written down.
public struct FocusItemRecorded: EventData, Hashable {
  /// The type as it stands in the event and in its topic.
  public static let type = "focus.itemRecorded"
  /// What was written down.
  public var item: FocusItem
  /// Tells of a new item; its person is the subject.
  public init(item: FocusItem) { self.item = item }
}

/// An item was deleted.
public struct FocusItemDeleted: EventData, Hashable {
  /// The type as it stands in the event and in its topic.
  public static let type = "focus.itemDeleted"
  /// The id of the item that is gone, a UUID in small letters.
  public var id: String
  /// Whose item it was; the event's subject too.
  public var person: String
  /// Tells of an item by its id, as there is nothing else left of it.
  public init(id: String, person: String) {
    self.id = id
    self.person = person
  }
}

/// The types of the events about focus.
public enum FocusEvents {
  /// What the journal keeps.
  public static let durable = [
    FocusStarted.type, FocusStopped.type, FocusItemRecorded.type, FocusItemDeleted.type,
  ]
  /// A second of a focus passed; the data is the timer's `TickData`. Not kept.
  public static let tick = "focus.tick"
}
