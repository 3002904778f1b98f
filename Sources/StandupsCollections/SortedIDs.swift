/// Sorted ids, for paginated lists. They are kept in sorted chunks, so that adding an id or reading
/// a page takes a binary search and work that does not grow with the number of ids.
///
/// ```swift
/// var ids = SortedIDs<String>()
/// for id in ["b", "c", "a"] { ids.insert(id) }
/// ids.ids(after: "a", limit: 10)  // ["b", "c"]
/// ```
public struct SortedIDs<ID: Comparable & Sendable>: Sendable {
  private static var chunkLimit: Int { 512 }
  /// The sorted chunks; none of them is empty.
  private var chunks: [[ID]] = []

  /// Creates an empty collection.
  public init() {}

  /// Number of ids in the collection.
  public private(set) var count = 0

  /// The lowest id; nil if the collection is empty.
  public var first: ID? { chunks.first?.first }

  /// Adds an id, unless it is already present.
  public mutating func insert(_ id: ID) {
    let index = Swift.max(0, chunkIndex(of: id))
    guard chunks.indices.contains(index) else {
      chunks.append([id])
      count = 1
      return
    }
    let place = Self.place(in: chunks[index]) { $0 >= id }
    guard place == chunks[index].count || chunks[index][place] != id else { return }
    chunks[index].insert(id, at: place)
    count += 1
    if chunks[index].count > Self.chunkLimit {
      let half = chunks[index].count / 2
      chunks.insert(Array(chunks[index][half...]), at: index + 1)
      chunks[index].removeSubrange(half...)
    }
  }

  /// Removes an id, if present.
  public mutating func remove(_ id: ID) {
    let index = chunkIndex(of: id)
    guard index >= 0 else { return }
    let place = Self.place(in: chunks[index]) { $0 >= id }
    guard place < chunks[index].count, chunks[index][place] == id else { return }
    chunks[index].remove(at: place)
    count -= 1
    if chunks[index].isEmpty { chunks.remove(at: index) }
  }

  /// Returns the ids after a given one, in order.
  ///
  /// - Parameters:
  ///   - id: need not be present; nil starts at the first id.
  ///   - limit: maximum number of ids.
  public func ids(after id: ID?, limit: Int) -> [ID] {
    var found: [ID] = []
    var index = 0
    var place = 0
    if let id, !chunks.isEmpty {
      index = Swift.max(0, chunkIndex(of: id))
      place = Self.place(in: chunks[index]) { $0 > id }
    }
    while index < chunks.count, found.count < limit {
      found.append(contentsOf: chunks[index][place...].prefix(limit - found.count))
      index += 1
      place = 0
    }
    return found
  }

  /// Returns a page of the ids after a given one, in order, and the last id of the page if another
  /// page follows.
  ///
  /// - Parameters:
  ///   - id: need not be present; nil starts at the first id.
  ///   - limit: maximum number of ids in the page.
  ///   - isIncluded: returns true for an id that belongs on the page; `next` is also such an id.
  public func page(
    after id: ID?, limit: Int, where isIncluded: (ID) -> Bool = { _ in true }
  ) -> (ids: [ID], next: ID?) {
    var (found, last) = ([ID](), id)
    while found.count <= limit {
      let more = ids(after: last, limit: limit + 1)
      found += more.lazy.filter(isIncluded).prefix(limit + 1 - found.count)
      guard more.count > limit else { break }
      last = more.last
    }
    guard found.count > limit else { return (found, nil) }
    found.removeLast()
    return (found, found.last)
  }

  /// Returns the index of the last chunk that begins at or before the id; -1 if all begin after it.
  private func chunkIndex(of id: ID) -> Int {
    Self.place(in: chunks) { $0[0] > id } - 1
  }

  /// Returns the index of the first element for which `holds` is true. It must be true for all
  /// later elements as well.
  private static func place<Value>(
    in elements: [Value], where holds: (Value) -> Bool
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

extension SortedIDs: Sequence {
  /// Iterates over all ids, in order.
  public func makeIterator() -> some IteratorProtocol<ID> { chunks.joined().makeIterator() }
}

extension SortedIDs: Hashable where ID: Hashable {
  /// Returns true if both collections have the same ids, regardless of the order of insertion.
  public static func == (one: Self, other: Self) -> Bool {
    one.count == other.count && one.elementsEqual(other)
  }

  /// Hashes all ids, in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for id in self { hasher.combine(id) }
  }
}

extension SortedIDs: Equatable where ID: Hashable {}
