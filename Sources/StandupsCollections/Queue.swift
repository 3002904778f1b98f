/// A first-in, first-out queue; adding and removing take constant time.
///
/// ```swift
/// var queue = Queue<String>()
/// queue.append("a")
/// queue.popFirst()  // "a"
/// ```
public struct Queue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  /// Creates an empty queue.
  public init() {}

  /// True if the queue has no elements.
  public var isEmpty: Bool { head == elements.count }

  /// Number of elements in the queue.
  public var count: Int { elements.count - head }

  /// Adds an element at the end.
  public mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Removes and returns the first element; nil if the queue is empty.
  public mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    defer {
      elements[head] = nil
      head += 1
      // Moving the rest costs no more than the removals before it, so a removal takes constant time
      // on average.
      if head * 2 > elements.count {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }
}

extension Queue: Sendable where Element: Sendable {}
