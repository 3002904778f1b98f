/// Data that waits to be sent on a connection, with a policy for a queue that grows too long.
///
/// A browser that reads slowly first loses droppable frames, which soon become outdated. If too
/// much other data waits, it is disconnected; it then reconnects and requests the missed data.
struct SendQueue: Sendable {
  /// Maximum number of waiting bytes, and the number from which droppable frames are dropped.
  struct Limits: Hashable, Sendable {
    var most = 256 << 10
    var droppable = 64 << 10
  }

  private struct Entry: Sendable {
    var frame: [UInt8]
    var isDroppable: Bool
  }

  enum Verdict: Hashable, Sendable { case taken, dropped, tooSlow }

  private let limits: Limits
  private var entries: [Entry] = []
  private var first = 0
  /// Number of bytes of the first entry that are already sent.
  private var offset = 0
  private(set) var bytes = 0

  init(_ limits: Limits = Limits()) { self.limits = limits }

  var isEmpty: Bool { first == entries.count }

  mutating func add(_ frame: WebFrame, isDroppable: Bool) -> Verdict {
    add(bytes: frame.bytes, isDroppable: isDroppable)
  }

  /// Adds encoded data.
  mutating func add(bytes frame: [UInt8], isDroppable: Bool) -> Verdict {
    let size = frame.count
    if isDroppable, bytes + size > limits.droppable { return .dropped }
    if bytes + size > limits.most { dropWhatMayBe() }
    // A short queue accepts even a frame that exceeds the limit, which could never be sent otherwise.
    guard bytes + size <= limits.most || bytes <= limits.droppable else { return .tooSlow }
    add(frame, isDroppable)
    return .taken
  }

  /// Adds a control frame of the protocol, which is small and never dropped.
  mutating func addControl(_ bytes: [UInt8]) { add(bytes, false) }

  /// Adds data before all other data, of which nothing was sent yet.
  mutating func addHead(_ frame: [UInt8]) {
    entries.insert(Entry(frame: frame, isDroppable: false), at: first)
    bytes += frame.count
  }

  private mutating func add(_ frame: [UInt8], _ isDroppable: Bool) {
    entries.append(Entry(frame: frame, isDroppable: isDroppable))
    bytes += frame.count
  }

  /// Removes all entries except one that is partly sent.
  mutating func clear() { keep { _ in false } }

  private mutating func dropWhatMayBe() { keep { !$0.isDroppable } }

  private mutating func keep(_ isKept: (Entry) -> Bool) {
    entries.removeFirst(first)
    first = 0
    var kept: [Entry] = []
    for (index, entry) in entries.enumerated() where index == 0 && offset > 0 || isKept(entry) {
      kept.append(entry)
    }
    entries = kept
    bytes = kept.reduce(-offset) { $0 + $1.frame.count }
  }

  /// Sends the waiting data.
  ///
  /// - Parameter send: sends bytes and returns the number accepted, or nil if it accepts none now.
  mutating func flush(_ send: (UnsafeRawBufferPointer) -> Int?) {
    while first < entries.count {
      let start = offset
      let sent = entries[first].frame.withUnsafeBytes { send(.init(rebasing: $0[start...])) }
      guard let sent else { break }
      offset += sent
      bytes -= sent
      guard offset == entries[first].frame.count else { break }
      offset = 0
      first += 1
    }
    if first == entries.count {
      entries.removeAll()
      first = 0
    } else if first > 64, 2 * first > entries.count {
      entries.removeFirst(first)
      first = 0
    }
  }
}
