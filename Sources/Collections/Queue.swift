/// First in, first out; both in constant time.
///
/// ```swift
/// var queue = Queue<String>()
/// queue.append("a")
/// queue.popFirst()  // "a"
/// ```
public struct Queue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  /// Nothing waits.
  public init() {}

  /// Whether nothing waits.
  public var isEmpty: Bool { head == elements.count }

  /// How many wait.
  public var count: Int { elements.count - head }

  /// Adds one behind all others.
  public mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes the one that waits longest; nil if nothing waits.
  public mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    defer {
      elements[head] = nil
      head += 1
      // Moving the rest costs less than it has cost to come here.
      if head * 2 > elements.count {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }
}

extension Queue: Sendable where Element: Sendable {}
