public import Bus

/// Says what a person is about to do. Refused as a conflict while the person's focus runs.
public struct SetFocusTitle: BusCommand, Hashable {
  public typealias Reply = Focus
  public static let target = "focus.setTitle"
  /// From 1 to 64 bytes, without control characters and without “/”; so in all commands.
  public var person: String
  /// Not blank, at most 200 bytes, without control characters.
  public var title: String
  public init(person: String, title: String) {
    self.person = person
    self.title = title
  }
}

/// Starts a person's focus. Refused as a conflict while it runs.
public struct StartFocus: BusCommand, Hashable {
  public typealias Reply = Focus
  public static let target = "focus.start"
  public var person: String
  /// The title that was set before, unless told.
  public var title: String?
  /// From one second to 24 hours; what the service is set to, usually 25 minutes, unless told.
  public var durationMs: Int64?
  public init(person: String, title: String? = nil, durationMs: Int64? = nil) {
    self.person = person
    self.title = title
    self.durationMs = durationMs
  }
}

/// Stops a person's focus. Refused as a conflict if it does not run.
public struct StopFocus: BusCommand, Hashable {
  public static let target = "focus.stop"
  public var person: String
  public init(person: String) { self.person = person }
  public struct Reply: Codable, Hashable, Sendable {
    public var focus: Focus
    /// What was done; nil if it took less than a second.
    public var item: FocusItem?
    public init(focus: Focus, item: FocusItem? = nil) {
      self.focus = focus
      self.item = item
    }
  }
}

/// Reads a person's focus; one that nobody has used is idle and has no title.
public struct GetFocus: BusCommand, Hashable {
  public typealias Reply = Focus
  public static let target = "focus.get"
  public var person: String
  public init(person: String) { self.person = person }
}

/// Lists what was done, newest first.
public struct ListFocusItems: BusCommand, Hashable {
  public static let target = "focus.items"
  /// Only this person's; nil for everybody's.
  public var person: String?
  /// The `next` of the page before.
  public var after: String?
  /// From 1 to 1000; 20 unless told. A page may have fewer before the end.
  public var limit: Int?
  public init(person: String? = nil, after: String? = nil, limit: Int? = nil) {
    self.person = person
    self.after = after
    self.limit = limit
  }
  public struct Reply: Codable, Hashable, Sendable {
    public var items: [FocusItem]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    /// How many there are in all.
    public var total: Int
    public init(items: [FocusItem], next: String? = nil, total: Int) {
      self.items = items
      self.next = next
      self.total = total
    }
  }
}

/// Reads one item.
public struct GetFocusItem: BusCommand, Hashable {
  public typealias Reply = FocusItem
  public static let target = "focus.item"
  public var id: String
  public init(id: String) { self.id = id }
}

/// Deletes one item.
public struct DeleteFocusItem: BusCommand, Hashable {
  public typealias Reply = Done
  public static let target = "focus.delete"
  public var id: String
  public init(id: String) { self.id = id }
}

// MARK: For the parent

/// The parent tells: by the clock, the time of a person's focus is up.
public struct TellFocusTimeUp: BusCommand, Hashable {
  public typealias Reply = Done
  public static let target = "focus.timeUp"
  public var person: String
  public init(person: String) { self.person = person }
}

/// The parent asks: whose focus runs, and which clocks do they need?
public struct GetRunningFocus: BusCommand, Hashable {
  public static let target = "focus.running"
  /// The `next` of the page before; nil asks for the first.
  public var after: String?
  /// From 1 to 1000; 1000 unless told.
  public var limit: Int?
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }
  public struct Reply: Codable, Hashable, Sendable {
    public var clocks: [FocusClock]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    public init(clocks: [FocusClock], next: String? = nil) {
      self.clocks = clocks
      self.next = next
    }
  }
}
