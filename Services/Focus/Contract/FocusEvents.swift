public import Bus
public import Schema

/// A person's focus started.
///
/// The subject of all focus events is the person. Type and subject are those of CloudEvents 1.0.
public struct FocusStarted: EventData, Hashable {
  public static let type = "focus.started"
  public static let traits = EventTraits(subject: "the person", source: "focus", families: [.team])
  /// Name of the person, which is also the event's subject.
  public var person: String
  /// Title of the focus; never empty.
  public var title: String
  /// Duration of the focus, in milliseconds, from 1 second to 24 hours.
  public var durationMs: Int64
  public static let bounds: MemberBounds<Self> = [
    \.person: .personName,
    \.title: .focusTitle,
    \.durationMs: .atLeast(1000),
  ]
  /// Creates the event for a focus that runs from 0.
  public init(person: String, title: String, durationMs: Int64) {
    self.person = person
    self.title = title
    self.durationMs = durationMs
  }
}

/// A person's focus stopped.
public struct FocusStopped: EventData, Hashable {
  public static let type = "focus.stopped"
  public static let traits = EventTraits(subject: "the person", source: "focus", families: [.team])
  /// Name of the person, which is also the event's subject.
  public var person: String
  /// Title of the focus.
  public var title: String
  /// Elapsed time, in milliseconds, from 0 to the duration of the focus.
  public var elapsedMs: Int64
  /// Reason why the focus stopped.
  public var cause: Cause
  /// Reason why a focus stopped.
  public enum Cause: String, Codable, CaseIterable, Hashable, Sendable {
    /// A person stopped it.
    case asked
    /// Its time was up, even if a person then stopped it before the timer reported that.
    case timeUp
  }
  public static let bounds: MemberBounds<Self> = [\.person: .personName, \.title: .focusTitle]
  /// Creates the event for a focus that has ended. A focus of at least a second is also reported as
  /// an item.
  public init(person: String, title: String, elapsedMs: Int64, cause: Cause) {
    self.person = person
    self.title = title
    self.elapsedMs = elapsedMs
    self.cause = cause
  }
}

/// A completed focus was recorded.
public struct FocusItemRecorded: EventData, Hashable {
  public static let type = "focus.itemRecorded"
  public static let traits = EventTraits(subject: "the person", source: "focus", families: [.team])
  /// The recorded item.
  public var item: FocusItem
  /// Creates the event for a new item; its person is the subject.
  public init(item: FocusItem) { self.item = item }
}

/// A focus item was deleted.
public struct FocusItemDeleted: EventData, Hashable {
  public static let type = "focus.itemDeleted"
  public static let traits = EventTraits(subject: "the person", source: "focus", families: [.team])
  /// Id of the deleted item, a UUID in lower case.
  public var id: String
  /// Name of the item's person, which is also the event's subject.
  public var person: String
  public static let bounds: MemberBounds<Self> = [\.id: .focusItemID, \.person: .personName]
  /// Creates the event for a deleted item, of which only the id and the person remain.
  public init(id: String, person: String) {
    self.id = id
    self.person = person
  }
}

/// Event for each second of a running focus.
public enum FocusTick: ForwardedEvent {
  public static let type = "focus.tick"
  public static let data = "TickData"
  public static let traits = EventTraits(
    subject: "the person", source: "timer", families: [.team], isDurable: false)
}
