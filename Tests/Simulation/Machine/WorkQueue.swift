#if DEBUG || SIMULATION
  /// Due work, earliest first, as a binary heap. Work that is due at the same time has a random
  /// order.
  struct WorkQueue<Work> {
    private struct Entry {
      let time: Int64
      let tie: UInt64
      let work: Work

      func isBefore(_ other: Entry) -> Bool {
        time != other.time ? time < other.time : tie < other.tie
      }
    }

    private var entries: [Entry] = []

    mutating func insert(_ work: Work, at time: Int64, tie: UInt64) {
      entries.append(Entry(time: time, tie: tie, work: work))
      var place = entries.count - 1
      while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
        entries.swapAt(place, (place - 1) / 2)
        place = (place - 1) / 2
      }
    }

    /// Removes and returns the first item; nil if it is due after `end`, or if the queue is empty.
    mutating func popFirst(until end: Int64) -> (time: Int64, work: Work)? {
      guard let first = entries.first, first.time <= end else { return nil }
      entries.swapAt(0, entries.count - 1)
      entries.removeLast()
      var place = 0
      while true {
        var child = 2 * place + 1
        guard child < entries.count else { break }
        if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
        guard entries[child].isBefore(entries[place]) else { break }
        entries.swapAt(place, child)
        place = child
      }
      return (first.time, first.work)
    }
  }
#endif
