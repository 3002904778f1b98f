/// The due times of several ids, in the order in which they are due.
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

  /// Creates an empty collection.
  public init() {}

  /// The earliest due time, in milliseconds; nil if none is set.
  public var firstMs: Int64? { order.first?.atMs }

  /// Sets the due time of an id.
  ///
  /// - Parameter atMs: due time in milliseconds, by the same clock for all ids; nil removes the due
  ///   time.
  public mutating func set(_ id: ID, to atMs: Int64?) {
    let earlier = times[id]
    guard earlier != atMs else { return }
    if let earlier { order.remove(Entry(atMs: earlier, id: id)) }
    times[id] = atMs
    if let atMs { order.insert(Entry(atMs: atMs, id: id)) }
  }

  /// Returns the ids that are due at or before `now`, earliest first.
  public func due(atMs now: Int64) -> [ID] {
    order.prefix { $0.atMs <= now }.map(\.id)
  }

  /// Removes and returns the first id if it is due at or before that time.
  public mutating func popFirst(atMs now: Int64) -> ID? {
    guard let first = order.first, first.atMs <= now else { return nil }
    set(first.id, to: nil)
    return first.id
  }
}

extension DueTimes: Hashable {
  /// Returns true if the same ids have the same due times.
  public static func == (one: Self, other: Self) -> Bool { one.times == other.times }

  /// Hashes the ids with their due times.
  public func hash(into hasher: inout Hasher) { hasher.combine(times) }
}
