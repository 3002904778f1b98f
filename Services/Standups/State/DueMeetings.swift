import Collections
import Standups

/// When each live meeting must have gone on: to its next speaker, or to its end. In milliseconds of the
/// machine's uptime.
struct DueMeetings: Hashable, Sendable {
  private struct Entry: Comparable, Hashable {
    let atMs: Int64
    let id: Meeting.ID

    static func < (one: Self, other: Self) -> Bool {
      (one.atMs, one.id) < (other.atMs, other.id)
    }
  }

  private var times: [Meeting.ID: Int64] = [:]
  private var order = SortedIDs<Entry>()

  /// The earliest; nil if none is due at any time.
  var firstMs: Int64? { order.first?.atMs }

  /// - Parameter atMs: nil for a meeting that waits for a person, or is over.
  mutating func set(_ id: Meeting.ID, to atMs: Int64?) {
    let earlier = times[id]
    guard earlier != atMs else { return }
    if let earlier { order.remove(Entry(atMs: earlier, id: id)) }
    times[id] = atMs
    if let atMs { order.insert(Entry(atMs: atMs, id: id)) }
  }

  /// Those that are due at that moment or were before it, the earliest first.
  func due(atMs now: Int64) -> [Meeting.ID] {
    var due: [Meeting.ID] = []
    for entry in order {
      if entry.atMs > now { break }
      due.append(entry.id)
    }
    return due
  }

  static func == (one: Self, other: Self) -> Bool { one.times == other.times }
  func hash(into hasher: inout Hasher) { hasher.combine(times) }
}
