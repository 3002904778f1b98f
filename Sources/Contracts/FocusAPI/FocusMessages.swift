public import Bus

/// Says what a person is about to do. Refused as a conflict while the person's focus runs.
public struct SetFocusTitle: BusCommand, Hashable {
  /// The person's focus, idle, with its new title.
  public typealias Reply = Focus
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "focus.setTitle"
  /// From 1 to 64 bytes, without control characters and without “/”; so in all commands.
  public var person: String
  /// Not blank, at most 200 bytes, without control characters.
  public var title: String
  /// Says of whom and what; both are checked by the service, which refuses what is wrong as
  /// `invalid`.
  public init(person: String, title: String) {
    self.person = person
    self.title = title
  }
}

/// Starts a person's focus. Refused as a conflict while it runs.
///
/// ```swift
/// let focus = try await bus.send(
///   StartFocus(person: "ada", title: "Write the report", durationMs: 1_500_000))
/// print(focus.isRunning, focus.durationMs)  // true 1500000
/// ```
public struct StartFocus: BusCommand, Hashable {
  /// The person's focus, which runs from 0 on.
  public typealias Reply = Focus
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "focus.start"
  /// Who begins, in the form of `SetFocusTitle.person`.
  public var person: String
  /// The title that was set before, unless told.
  public var title: String?
  /// From one second to 24 hours; what the service is set to, usually 25 minutes, unless told.
  public var durationMs: Int64?
  /// Starts with the title and the duration that hold already, unless told. Without any title it is
  /// refused as `invalid`.
  public init(person: String, title: String? = nil, durationMs: Int64? = nil) {
    self.person = person
    self.title = title
    self.durationMs = durationMs
  }
}

/// Stops a person's focus. Refused as a conflict if it does not run.
public struct StopFocus: BusCommand, Hashable {
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "focus.stop"
  /// Whose focus it is, in the form of `SetFocusTitle.person`.
  public var person: String
  /// Stops the focus of this person.
  public init(person: String) { self.person = person }
  /// What was stopped, and what was written down of it.
  public struct Reply: Codable, Hashable, Sendable {
    /// The person's focus now, idle; its title is empty again if an item was written down.
    public var focus: Focus
    /// What was done; nil if it took less than a second.
    public var item: FocusItem?
    /// Without an item, nothing was written down.
    public init(focus: Focus, item: FocusItem? = nil) {
      self.focus = focus
      self.item = item
    }
  }
}

/// Reads a person's focus; one that nobody has used is idle and has no title.
public struct GetFocus: BusCommand, Hashable {
  /// How it stands when the service reads it, elapsed time included.
  public typealias Reply = Focus
  /// The name on the wire; it only reads, and waits for nothing that is being saved.
  public static let target = "focus.get"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// Whose focus it is, in the form of `SetFocusTitle.person`.
  public var person: String
  /// Asks about one person, who need not be known yet.
  public init(person: String) { self.person = person }
}

/// Lists what was done, newest first.
public struct ListFocusItems: BusCommand, Hashable {
  /// The name on the wire. An item that cannot be read is left out, and the others are told.
  public static let target = "focus.items"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// Only this person's; nil for everybody's.
  public var person: String?
  /// The `next` of the page before.
  public var after: String?
  /// From 1 to 1000; 20 unless told. A page may have fewer before the end.
  public var limit: Int?
  /// Without arguments it asks for the newest 20 items of everybody.
  public init(person: String? = nil, after: String? = nil, limit: Int? = nil) {
    self.person = person
    self.after = after
    self.limit = limit
  }
  /// A page of items, newest first.
  public struct Reply: Codable, Hashable, Sendable {
    /// What was done, by the date at which it was over.
    public var items: [FocusItem]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    /// How many there are in all.
    public var total: Int
    /// A page; without `next` it is the last one.
    public init(items: [FocusItem], next: String? = nil, total: Int) {
      self.items = items
      self.next = next
      self.total = total
    }
  }
}

/// Reads one item.
public struct GetFocusItem: BusCommand, Hashable {
  /// The item itself. An id that is not known is refused as `not_found`.
  public typealias Reply = FocusItem
  /// The name on the wire; it only reads.
  public static let target = "focus.item"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// The item's UUID as text; capital letters are read as small ones.
  public var id: String
  /// Asks for one item by its id.
  public init(id: String) { self.id = id }
}

/// Deletes one item.
public struct DeleteFocusItem: BusCommand, Hashable {
  /// Only that it was deleted. An id that is not known is refused as `not_found`.
  public typealias Reply = Done
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "focus.delete"
  /// The item's UUID as text; capital letters are read as small ones.
  public var id: String
  /// Deletes one item by its id, no matter whose it is.
  public init(id: String) { self.id = id }
}

/// Forgets a person: removes the focus and all focus items, and empties events and kept replies about them.
///
/// No event reports it, as the event would name the person again.
public struct ForgetFocus: BusCommand, Hashable {
  /// An empty reply, also for an unknown person.
  public typealias Reply = Done
  /// Wire name. The reply is kept under the idempotency key for 24 hours.
  public static let target = "focus.forget"
  /// The person to forget, in the form of `SetFocusTitle.person`.
  public var person: String
  /// Forgets this person.
  public init(person: String) { self.person = person }
}

// MARK: For the parent

/// The parent tells: by the clock, the time of a person's focus is up.
public struct TellFocusTimeUp: BusCommand, Hashable {
  /// Only that it was heard; also where the focus is over already, or is another one by now.
  public typealias Reply = Done
  /// The name on the wire. Only the router may send it, and it may be told twice.
  public static let target = "focus.timeUp"
  /// Whose time is up, as the service named it in `FocusClock`.
  public var person: String
  /// Says whose time is up; how long it took is the service's to compute.
  public init(person: String) { self.person = person }
}

/// The parent asks: whose focus runs, and which clocks do they need?
public struct GetRunningFocus: BusCommand, Hashable {
  /// The name on the wire. Only the router may send it.
  public static let target = "focus.running"
  /// The `next` of the page before; nil asks for the first.
  public var after: String?
  /// From 1 to 1000; 1000 unless told.
  public var limit: Int?
  /// Without arguments it asks for the first 1000.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }
  /// A page of those that run, in the order of the people.
  public struct Reply: Codable, Hashable, Sendable {
    /// One clock for each person whose focus runs.
    public var clocks: [FocusClock]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    /// A page; without `next` it is the last one.
    public init(clocks: [FocusClock], next: String? = nil) {
      self.clocks = clocks
      self.next = next
    }
  }
}
