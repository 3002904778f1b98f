/// A message: frames that are delivered together or not at all.
public struct Message: Sendable, Hashable {
  /// The frames, first to last.
  public var frames: [Frame]

  /// Creates a message from frames.
  public init(_ frames: [Frame]) { self.frames = frames }

  /// Creates a message with a single frame.
  public init(_ frame: Frame) { frames = [frame] }

  /// Total size of all frames, in bytes.
  public var byteCount: Int { frames.reduce(0) { $0 + $1.count } }
}

extension Message: ExpressibleByArrayLiteral {
  /// Creates a message from an array literal of frames.
  public init(arrayLiteral elements: Frame...) { frames = elements }
}

extension Message: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// Creates a message without frames; it cannot be sent until some are added.
  public init() { frames = [] }
  /// The position of the first frame.
  public var startIndex: Int { 0 }
  /// The position after the last frame.
  public var endIndex: Int { frames.count }

  /// The frame at a position.
  public subscript(position: Int) -> Frame {
    get { frames[position] }
    set { frames[position] = newValue }
  }

  /// Replaces the frames at `range` with others.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with newElements: some Collection<Frame>
  ) {
    frames.replaceSubrange(range, with: newElements)
  }
}

extension Message: CustomStringConvertible {
  /// The sizes only, because the content may be private and descriptions are written to logs.
  public var description: String {
    "Message(\(frames.map { "\($0.count)" }.joined(separator: "+")) bytes)"
  }
}
