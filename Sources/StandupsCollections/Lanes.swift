/// Per-key serial queues: one piece of work per key is in progress at a time, and others wait in
/// order.
///
/// ```swift
/// var lanes = Lanes<String, Int>()
/// lanes.enter("ann")       // true: start it
/// lanes.enter("ann")       // false: it has to wait
/// lanes.wait(2, in: "ann")
/// lanes.leave("ann")       // 2, which is in progress now
/// lanes.leave("ann")       // nil: the queue is free
/// ```
public struct Lanes<Lane: Hashable & Sendable, Work: Sendable>: Sendable {
  private var lanes: [Lane: [Work]] = [:]
  /// Number of waiting pieces of work in all queues.
  public private(set) var waiting = 0

  /// Creates queues without any work.
  public init() {}

  /// True if no work is in progress in any queue.
  public var isEmpty: Bool { lanes.isEmpty }

  /// Occupies a queue if it is free.
  ///
  /// - Returns: true if it was free.
  public mutating func enter(_ lane: Lane) -> Bool {
    guard lanes[lane] == nil else { return false }
    lanes[lane] = []
    return true
  }

  /// Adds work that waits in an occupied queue.
  public mutating func wait(_ work: Work, in lane: Lane) {
    waiting += 1
    lanes[lane, default: []].append(work)
  }

  /// Ends the work in progress in a queue.
  ///
  /// - Returns: the work that is in progress in the queue now; nil if the queue is free.
  public mutating func leave(_ lane: Lane) -> Work? {
    guard let next = lanes[lane]?.first else {
      lanes[lane] = nil
      return nil
    }
    lanes[lane]?.removeFirst()
    waiting -= 1
    return next
  }

  /// Removes and returns all waiting work, in no particular order; work in progress keeps its
  /// queue.
  public mutating func takeWaiting() -> [Work] {
    defer {
      waiting = 0
      for lane in lanes.keys { lanes[lane] = [] }
    }
    return lanes.values.flatMap { $0 }
  }
}

extension Lanes: Equatable where Work: Equatable {}
extension Lanes: Hashable where Work: Hashable {}
