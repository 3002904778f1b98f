public import Bus

/// A person's focus started. The subject of all these events is the person.
public struct FocusStarted: EventData, Hashable {
  public static let type = "focus.started"
  public var person: String
  public var title: String
  public var durationMs: Int64
  public init(person: String, title: String, durationMs: Int64) {
    self.person = person
    self.title = title
    self.durationMs = durationMs
  }
}

/// A person's focus stopped.
public struct FocusStopped: EventData, Hashable {
  public static let type = "focus.stopped"
  public var person: String
  public var title: String
  public var elapsedMs: Int64
  public var cause: Cause
  public enum Cause: String, Codable, CaseIterable, Hashable, Sendable {
    /// Somebody stopped it.
    case asked
    case timeUp
  }
  public init(person: String, title: String, elapsedMs: Int64, cause: Cause) {
    self.person = person
    self.title = title
    self.elapsedMs = elapsedMs
    self.cause = cause
  }
}

/// What was done was written down.
public struct FocusItemRecorded: EventData, Hashable {
  public static let type = "focus.itemRecorded"
  public var item: FocusItem
  public init(item: FocusItem) { self.item = item }
}

/// An item was deleted.
public struct FocusItemDeleted: EventData, Hashable {
  public static let type = "focus.itemDeleted"
  public var id: String
  public var person: String
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
