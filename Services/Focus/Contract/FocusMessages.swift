public import Bus
public import Schema

/// Sets the title of a person's focus.
///
/// Fails with `conflict` while the focus runs.
public struct SetFocusTitle: BusCommand, Hashable {
  /// The person's focus, which is not running, with its new title.
  public typealias Reply = Focus
  public static let target = "focus.setTitle"
  public static let traits = CommandTraits(
    access: .member, in: .default, isStored: true, errors: [.conflict])
  /// Name of the person: 1 to 64 bytes, without control characters and without `/`.
  public var person: String
  /// Title, at most 200 bytes. It must not be blank or contain control characters.
  public var title: String
  public static let bounds: MemberBounds<Self> = [\.person: .personName, \.title: .focusTitle]
  /// Sets a title. The service checks both values, and rejects an invalid one with `invalid`.
  public init(person: String, title: String) {
    self.person = person
    self.title = title
  }
}

/// Starts a person's focus.
///
/// Fails with `conflict` while the focus runs.
///
/// ```swift
/// let focus = try await bus.send(
///   StartFocus(person: "ada", title: "Write the report", durationMs: 1_500_000))
/// print(focus.isRunning, focus.durationMs)  // true 1500000
/// ```
public struct StartFocus: BusCommand, Hashable {
  /// The person's focus, running from 0.
  public typealias Reply = Focus
  public static let target = "focus.start"
  public static let traits = CommandTraits(
    access: .member, in: .default, isStored: true, errors: [.conflict])
  /// Name of the person: 1 to 64 bytes, without control characters and without `/`.
  public var person: String
  /// Title of the focus. Default: the title that was set before.
  public var title: String?
  /// Duration, in milliseconds, from 1 second to 24 hours. Default: the setting of the service,
  /// usually 25 minutes.
  public var durationMs: Int64?
  public static let bounds: MemberBounds<Self> = [
    \.person: .personName,
    \.title: .focusTitle,
    \.durationMs: .range(Focus.durationsMs),
  ]
  /// Starts a focus; fails with `invalid` if no title is given and none was set before.
  public init(person: String, title: String? = nil, durationMs: Int64? = nil) {
    self.person = person
    self.title = title
    self.durationMs = durationMs
  }
}

/// Stops a person's focus.
///
/// Fails with `conflict` if the focus is not running.
public struct StopFocus: BusCommand, Hashable {
  public static let target = "focus.stop"
  public static let traits = CommandTraits(
    access: .member, in: .default, isStored: true, errors: [.conflict])
  /// Name of the person: 1 to 64 bytes, without control characters and without `/`.
  public var person: String
  public static let bounds: MemberBounds<Self> = [\.person: .personName]
  /// Stops the focus of this person.
  public init(person: String) { self.person = person }
  /// The focus after it was stopped, and the item that was recorded.
  public struct Reply: Codable, Hashable, Sendable {
    /// The person's focus, which is not running. Its title is empty if an item was recorded.
    public var focus: Focus
    /// The recorded item. Absent if the focus took less than a second.
    public var item: FocusItem?
    /// Creates the reply; `item` is nil if nothing was recorded.
    public init(focus: Focus, item: FocusItem? = nil) {
      self.focus = focus
      self.item = item
    }
  }
}

/// Reads a person's focus. If the person has never used it, it is not running and has no title.
public struct GetFocus: BusCommand, Hashable {
  /// The focus at the time of the reply, with its elapsed time.
  public typealias Reply = Focus
  /// Wire name. Read-only. The reply does not include changes that are being saved.
  public static let target = "focus.get"
  public static let traits = CommandTraits(access: .observer, in: .default)
  /// Name of the person: 1 to 64 bytes, without control characters and without `/`.
  public var person: String
  public static let bounds: MemberBounds<Self> = [\.person: .personName]
  /// Requests the focus of a person, who need not have used it before.
  public init(person: String) { self.person = person }
}

/// Lists completed focuses, newest first.
public struct ListFocusItems: BusCommand, Hashable {
  /// Wire name. Read-only; items that cannot be read are omitted.
  public static let target = "focus.items"
  public static let traits = CommandTraits(access: .observer, in: .default)
  /// Name of the person whose items are listed. Default: all persons.
  public var person: String?
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of items per page, from 1 to 1000. Default: 20. A page may contain fewer, even
  /// if another page follows.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [
    \.person: .personName,
    \.limit: .range(1...1000, default: 20),
  ]
  /// Requests a page. Default: the newest 20 items of all persons.
  public init(person: String? = nil, after: String? = nil, limit: Int? = nil) {
    self.person = person
    self.after = after
    self.limit = limit
  }
  /// A page of items, newest first.
  public struct Reply: Codable, Hashable, Sendable {
    /// Completed focuses, in descending order of the time at which they ended. A page may contain
    /// fewer than the limit, even if another page follows.
    public var items: [FocusItem]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Total number of items.
    public var total: Int
    /// Creates a page; `next` is nil on the last one.
    public init(items: [FocusItem], next: String? = nil, total: Int) {
      self.items = items
      self.next = next
      self.total = total
    }
  }
}

/// Reads one focus item.
public struct GetFocusItem: BusCommand, Hashable {
  /// The item. An unknown id fails with `not_found`.
  public typealias Reply = FocusItem
  /// Wire name. Read-only.
  public static let target = "focus.item"
  public static let traits = CommandTraits(access: .observer, in: .default, errors: [.notFound])
  /// Id of the item, a UUID in either case.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .focusItemID]
  /// Requests one item by its id.
  public init(id: String) { self.id = id }
}

/// Deletes one focus item.
public struct DeleteFocusItem: BusCommand, Hashable {
  /// Empty reply once the item is deleted. An unknown id fails with `not_found`.
  public typealias Reply = Done
  public static let target = "focus.delete"
  public static let traits = CommandTraits(
    access: .member, in: .default, isStored: true, errors: [.notFound])
  /// Id of the item, a UUID in either case.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .focusItemID]
  /// Deletes the item with this id, regardless of its person.
  public init(id: String) { self.id = id }
}

/// Forgets a person: removes the focus and all focus items, and erases the events and the saved
/// replies about them.
///
/// No event reports this, because it would contain the person's name.
public struct ForgetFocus: BusCommand, Hashable {
  /// Empty reply, also for an unknown person.
  public typealias Reply = Done
  public static let target = "focus.forget"
  public static let traits = CommandTraits(access: .admin, in: .default, isStored: true)
  /// Name of the person: 1 to 64 bytes, without control characters and without `/`.
  public var person: String
  public static let bounds: MemberBounds<Self> = [\.person: .personName]
  /// Requests that the person with this name be forgotten.
  public init(person: String) { self.person = person }
}

// MARK: For the router

/// Reports that the time of a person's focus is up.
public struct TellFocusTimeUp: BusCommand, Hashable {
  /// Empty reply, also if that focus is already over or another one has started.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "focus.timeUp"
  public static let traits = CommandTraits(access: .parent)
  /// Name of the person, as in `focus.clocksNeeded`.
  public var person: String
  public static let bounds: MemberBounds<Self> = [\.person: .personName]
  /// Reports that the time is up; the service computes the elapsed time.
  public init(person: String) { self.person = person }
}

/// Lists the clocks of the running focuses.
public struct GetRunningFocus: BusCommand, Hashable {
  public static let target = "focus.running"
  public static let traits = CommandTraits(access: .parent)
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of clocks per page, from 1 to 1000. Default: 1000.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 1000)]
  /// Requests a page. Default: the first 1000.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }
  /// A page of running focuses, in the order of the persons' names.
  public struct Reply: Codable, Hashable, Sendable {
    /// Clocks, one for each person with a running focus.
    public var clocks: [FocusClock]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Creates a page; `next` is nil on the last one.
    public init(clocks: [FocusClock], next: String? = nil) {
      self.clocks = clocks
      self.next = next
    }
  }
}
