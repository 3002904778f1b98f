/// Work in lanes: of what changes the same thing, one piece at a time is under way, and others wait in order.
///
/// ```swift
/// var lanes = Lanes<String, Int>()
/// lanes.enter("ann")       // true: begin it
/// lanes.enter("ann")       // false: it has to wait
/// lanes.wait(2, in: "ann")
/// lanes.leave("ann")       // 2, which is under way now
/// lanes.leave("ann")       // nil: the lane is free
/// ```
public struct Lanes<Lane: Hashable & Sendable, Work: Sendable>: Sendable {
  private var lanes: [Lane: [Work]] = [:]
  /// How many wait, in all lanes.
  public private(set) var waiting = 0

  /// Nothing is under way.
  public init() {}

  /// Whether nothing is under way in any lane.
  public var isEmpty: Bool { lanes.isEmpty }

  /// Takes a lane, if it is free.
  ///
  /// - Returns: whether it was.
  public mutating func enter(_ lane: Lane) -> Bool {
    guard lanes[lane] == nil else { return false }
    lanes[lane] = []
    return true
  }

  /// Waits in a lane that others have.
  public mutating func wait(_ work: Work, in lane: Lane) {
    waiting += 1
    lanes[lane, default: []].append(work)
  }

  /// Says that what was under way in a lane has ended.
  ///
  /// - Returns: what is under way there now; nil if the lane is free.
  public mutating func leave(_ lane: Lane) -> Work? {
    guard let next = lanes[lane]?.first else {
      lanes[lane] = nil
      return nil
    }
    lanes[lane]?.removeFirst()
    waiting -= 1
    return next
  }

  /// Takes away all that wait, in no order; what is under way has its lane still.
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
