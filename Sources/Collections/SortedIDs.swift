/// Ids in order, for lists by page: sorted chunks, so that neither adding an id nor reading a page
/// takes longer the more there are (but for a binary search).
///
/// ```swift
/// var ids = SortedIDs<String>()
/// for id in ["b", "c", "a"] { ids.insert(id) }
/// ids.ids(after: "a", limit: 10)  // ["b", "c"]
/// ```
public struct SortedIDs<ID: Comparable & Sendable>: Sendable {
  private static var chunkLimit: Int { 512 }
  /// None is empty.
  private var chunks: [[ID]] = []

  /// No ids.
  public init() {}

  /// How many there are.
  public private(set) var count = 0

  /// The first in order; nil if there are none.
  public var first: ID? { chunks.first?.first }

  /// Adds an id; one that is there stays as it is.
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

  /// Takes an id away; one that is not there is no failure.
  public mutating func remove(_ id: ID) {
    let index = chunkIndex(of: id)
    guard index >= 0 else { return }
    let place = Self.place(in: chunks[index]) { $0 >= id }
    guard place < chunks[index].count, chunks[index][place] == id else { return }
    chunks[index].remove(at: place)
    count -= 1
    if chunks[index].isEmpty { chunks.remove(at: index) }
  }

  /// The ids after one, in order.
  ///
  /// - Parameters:
  ///   - id: need not be there; nil asks for those from the first one on.
  ///   - limit: the most ids that are given.
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

  /// The last chunk that begins at or before the id; -1 if all begin after it.
  private func chunkIndex(of id: ID) -> Int {
    Self.place(in: chunks) { $0[0] > id } - 1
  }

  /// The first element for which it holds, given that it holds for all after that one.
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
  /// All ids, in order.
  public func makeIterator() -> some IteratorProtocol<ID> { chunks.joined().makeIterator() }
}

extension SortedIDs: Hashable where ID: Hashable {
  /// Whether both have the same ids, however they came to them.
  public static func == (one: Self, other: Self) -> Bool {
    one.count == other.count && one.elementsEqual(other)
  }

  /// All ids, in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for id in self { hasher.combine(id) }
  }
}

extension SortedIDs: Equatable where ID: Hashable {}
