/// Identifies a scheduled timer, so that it can be cancelled. Never identifies a later timer.
public struct TimerToken: Sendable, Hashable {
  let slot: Int
  let generation: UInt64
}

/// A binary heap of deadlines. Adding and removing take O(log n); equal deadlines keep their order.
struct TimerHeap<Payload> {
  private struct Node {
    let deadline: UInt64
    let sequence: UInt64
    let slot: Int

    func isBefore(_ other: Node) -> Bool {
      deadline != other.deadline ? deadline < other.deadline : sequence < other.sequence
    }
  }

  private struct Slot {
    var payload: Payload?
    /// Index of the node in the heap.
    var position = 0
    var generation: UInt64 = 0
  }

  private var nodes: [Node] = []
  private var slots: [Slot] = []
  private var free: [Int] = []
  private var nextSequence: UInt64 = 0

  var count: Int { nodes.count }

  /// Earliest deadline; nil if no timer is scheduled.
  var first: UInt64? { nodes.first?.deadline }

  mutating func insert(_ payload: Payload, at deadline: UInt64) -> TimerToken {
    let slot: Int
    if let reused = free.popLast() {
      slot = reused
    } else {
      slot = slots.count
      slots.append(Slot())
    }
    slots[slot].payload = payload
    nodes.append(Node(deadline: deadline, sequence: nextSequence, slot: slot))
    nextSequence += 1
    siftUp(nodes.count - 1)
    return TimerToken(slot: slot, generation: slots[slot].generation)
  }

  /// Removes a timer; nil if it fired or was removed before.
  mutating func remove(_ token: TimerToken) -> Payload? {
    guard slots.indices.contains(token.slot), slots[token.slot].generation == token.generation,
      slots[token.slot].payload != nil
    else { return nil }
    return removeNode(at: slots[token.slot].position)
  }

  /// Removes the earliest timer whose deadline is not after `now` and that was inserted before
  /// `limit` (see ``mark``).
  mutating func popDue(at now: UInt64, before limit: UInt64 = .max) -> Payload? {
    guard let top = nodes.first, top.deadline <= now, top.sequence < limit else { return nil }
    return removeNode(at: 0)
  }

  /// Removes all timers, earliest first.
  mutating func removeAll() -> [Payload] {
    var payloads: [Payload] = []
    while let payload = popDue(at: .max) { payloads.append(payload) }
    return payloads
  }

  /// Separates the timers inserted so far from those inserted from now on.
  var mark: UInt64 { nextSequence }

  private mutating func removeNode(at position: Int) -> Payload? {
    let slot = nodes[position].slot
    let last = nodes.removeLast()
    if position < nodes.count {
      nodes[position] = last
      slots[last.slot].position = position
      if position > 0 && last.isBefore(nodes[(position - 1) / 2]) {
        siftUp(position)
      } else {
        siftDown(position)
      }
    }
    defer {
      slots[slot].payload = nil
      slots[slot].generation += 1
      free.append(slot)
    }
    return slots[slot].payload
  }

  private mutating func siftUp(_ start: Int) {
    let node = nodes[start]
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard node.isBefore(nodes[parent]) else { break }
      place(nodes[parent], at: position)
      position = parent
    }
    place(node, at: position)
  }

  private mutating func siftDown(_ start: Int) {
    let node = nodes[start]
    var position = start
    while true {
      var child = 2 * position + 1
      guard child < nodes.count else { break }
      if child + 1 < nodes.count && nodes[child + 1].isBefore(nodes[child]) { child += 1 }
      guard nodes[child].isBefore(node) else { break }
      place(nodes[child], at: position)
      position = child
    }
    place(node, at: position)
  }

  private mutating func place(_ node: Node, at position: Int) {
    nodes[position] = node
    slots[node.slot].position = position
  }
}
