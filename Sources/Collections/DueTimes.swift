/// When each of several things is due, and which one is first.
///
/// ```swift
/// var due = DueTimes<String>()
/// due.set("tea", to: 300_000)
/// due.set("eggs", to: 240_000)
/// due.popFirst(atMs: 250_000)  // "eggs"
/// ```
public struct DueTimes<ID: Hashable & Comparable & Sendable>: Sendable {
  private struct Entry: Comparable, Hashable, Sendable {
    let atMs: Int64
    let id: ID

    static func < (one: Self, other: Self) -> Bool { (one.atMs, one.id) < (other.atMs, other.id) }
  }

  private var times: [ID: Int64] = [:]
  private var order = SortedIDs<Entry>()

  /// Nothing is due.
  public init() {}

  /// The earliest moment, in milliseconds; nil if none is due at any time.
  public var firstMs: Int64? { order.first?.atMs }

  /// Says when something is due.
  ///
  /// - Parameter atMs: milliseconds of any clock, the same for all; nil for never.
  public mutating func set(_ id: ID, to atMs: Int64?) {
    let earlier = times[id]
    guard earlier != atMs else { return }
    if let earlier { order.remove(Entry(atMs: earlier, id: id)) }
    times[id] = atMs
    if let atMs { order.insert(Entry(atMs: atMs, id: id)) }
  }

  /// Those that are due at that moment or were before it, the earliest first.
  public func due(atMs now: Int64) -> [ID] {
    order.prefix { $0.atMs <= now }.map(\.id)
  }

  /// Takes the first one away, if it is due at that moment or was before it.
  public mutating func popFirst(atMs now: Int64) -> ID? {
    guard let first = order.first, first.atMs <= now else { return nil }
    set(first.id, to: nil)
    return first.id
  }
}

extension DueTimes: Hashable {
  /// Whether the same is due at the same times.
  public static func == (one: Self, other: Self) -> Bool { one.times == other.times }

  /// What is due, and when.
  public func hash(into hasher: inout Hasher) { hasher.combine(times) }
}
