/// Heap of slots by deadline. It also records the position of each slot, so that any slot can be
/// moved or removed in O(log n).
///
/// Equal deadlines are ordered by slot. Each node has four children, so the heap has half the
/// levels of a binary one, and the four are in one cache line.
struct DeadlineHeap {
  struct Node {
    var deadline: Int64
    var slot: Int32

    func isBefore(_ other: Node) -> Bool {
      deadline != other.deadline ? deadline < other.deadline : slot < other.slot
    }
  }

  private var nodes: [Node] = []
  /// Position of each slot's node; -1 for none.
  private var positions: [Int32] = []

  var count: Int { nodes.count }
  /// The slot with the earliest deadline, and the deadline.
  var first: Node? { nodes.first }

  /// The slot with the second earliest deadline.
  var second: Int? { nodes.count > 1 ? Int(nodes[minChild(of: 0)].slot) : nil }

  /// Deadline of a slot; nil if it is not in the heap.
  func deadline(of slot: Int) -> Int64? {
    guard positions.indices.contains(slot), positions[slot] >= 0 else { return nil }
    return nodes[Int(positions[slot])].deadline
  }

  /// Adds a slot, or moves it.
  mutating func set(_ slot: Int, to deadline: Int64) {
    while positions.count <= slot { positions.append(-1) }
    let node = Node(deadline: deadline, slot: Int32(slot))
    let position = Int(positions[slot])
    if position < 0 {
      nodes.append(node)
      rise(node, from: nodes.count - 1)
    } else if node.isBefore(nodes[position]) {
      rise(node, from: position)
    } else {
      sink(node, from: position)
    }
  }

  /// Removes a slot, if it is in the heap.
  mutating func remove(_ slot: Int) {
    guard positions.indices.contains(slot), positions[slot] >= 0 else { return }
    let position = Int(positions[slot])
    positions[slot] = -1
    let last = nodes.removeLast()
    guard position < nodes.count else { return }
    if position > 0, last.isBefore(nodes[(position - 1) / 4]) {
      rise(last, from: position)
    } else {
      sink(last, from: position)
    }
  }

  private mutating func rise(_ node: Node, from start: Int) {
    var position = start
    while position > 0 {
      let parent = (position - 1) / 4
      guard node.isBefore(nodes[parent]) else { break }
      place(nodes[parent], at: position)
      position = parent
    }
    place(node, at: position)
  }

  private mutating func sink(_ node: Node, from start: Int) {
    var position = start
    while 4 * position + 1 < nodes.count {
      let least = minChild(of: position)
      guard nodes[least].isBefore(node) else { break }
      place(nodes[least], at: position)
      position = least
    }
    place(node, at: position)
  }

  /// The child with the earliest deadline.
  ///
  /// - Parameter position: position of a node that has children.
  private func minChild(of position: Int) -> Int {
    let first = 4 * position + 1
    var least = first
    for child in first + 1..<max(first + 1, min(first + 4, nodes.count))
    where nodes[child].isBefore(nodes[least]) {
      least = child
    }
    return least
  }

  private mutating func place(_ node: Node, at position: Int) {
    nodes[position] = node
    positions[Int(node.slot)] = Int32(position)
  }
}
