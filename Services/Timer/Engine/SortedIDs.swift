/// The ids in order, for lists by page: sorted chunks, so that neither adding an id nor reading a
/// page takes longer the more there are (but for a binary search).
struct SortedIDs {
  private static let chunkLimit = 512
  /// None is empty.
  private var chunks: [[String]] = []

  mutating func insert(_ id: String) {
    let index = max(0, chunkIndex(of: id))
    guard chunks.indices.contains(index) else {
      chunks.append([id])
      return
    }
    let place = Self.firstIndex(in: chunks[index]) { $0 >= id }
    chunks[index].insert(id, at: place)
    if chunks[index].count > Self.chunkLimit {
      let half = chunks[index].count / 2
      chunks.insert(Array(chunks[index][half...]), at: index + 1)
      chunks[index].removeSubrange(half...)
    }
  }

  mutating func remove(_ id: String) {
    let index = chunkIndex(of: id)
    guard index >= 0 else { return }
    let place = Self.firstIndex(in: chunks[index]) { $0 >= id }
    guard place < chunks[index].count, chunks[index][place] == id else { return }
    chunks[index].remove(at: place)
    if chunks[index].isEmpty { chunks.remove(at: index) }
  }

  /// The ids after one, in order.
  func ids(after id: String?, limit: Int) -> [String] {
    var found: [String] = []
    var index = 0
    var place = 0
    if let id, !chunks.isEmpty {
      index = max(0, chunkIndex(of: id))
      place = Self.firstIndex(in: chunks[index]) { $0 > id }
    }
    while index < chunks.count, found.count < limit {
      found.append(contentsOf: chunks[index][place...].prefix(limit - found.count))
      index += 1
      place = 0
    }
    return found
  }

  /// The last chunk that begins at or before the id; -1 if all begin after it.
  private func chunkIndex(of id: String) -> Int {
    Self.firstIndex(in: chunks) { $0[0] > id } - 1
  }

  /// The first element for which it holds, given that it holds for all after that one.
  private static func firstIndex<Element>(
    in elements: [Element], where holds: (Element) -> Bool
  ) -> Int {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if holds(elements[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
