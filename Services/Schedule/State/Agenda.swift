/// Which subject is to be looked at next, and when.
struct Agenda: Hashable, Sendable {
  private struct Entry: Comparable, Hashable, Sendable {
    var ms: Int64
    var subject: Subject

    static func < (a: Entry, b: Entry) -> Bool { (a.ms, a.subject) < (b.ms, b.subject) }
  }

  /// In order.
  private var entries: [Entry] = []
  private var moments: [Subject: Int64] = [:]

  /// When the next one is.
  var first: Int64? { entries.first?.ms }

  /// - Parameter ms: nil for never.
  mutating func put(_ subject: Subject, at ms: Int64?) {
    if let old = moments.removeValue(forKey: subject) {
      entries.remove(at: place(of: Entry(ms: old, subject: subject)))
    }
    guard let ms else { return }
    moments[subject] = ms
    let entry = Entry(ms: ms, subject: subject)
    entries.insert(entry, at: place(of: entry))
  }

  /// Takes the first one, if its moment has come.
  mutating func popFirst(at now: Int64) -> Subject? {
    guard let first = entries.first, first.ms <= now else { return nil }
    entries.removeFirst()
    moments[first.subject] = nil
    return first.subject
  }

  private func place(of entry: Entry) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
