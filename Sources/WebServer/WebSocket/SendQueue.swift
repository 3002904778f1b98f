/// What a connection has yet to be sent, and what becomes of it if too much waits.
///
/// A browser that reads slowly loses first what is out of date soon; if too much of the rest waits, it is cut off, and
/// comes again for what it missed.
struct SendQueue: Sendable {
  /// How many bytes may wait in all, and how many before what may be dropped is dropped.
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
  /// How much of the first one is gone.
  private var offset = 0
  private(set) var bytes = 0

  init(_ limits: Limits = Limits()) { self.limits = limits }

  var isEmpty: Bool { first == entries.count }

  mutating func add(_ frame: WebFrame, isDroppable: Bool) -> Verdict {
    let size = frame.bytes.count
    if isDroppable, bytes + size > limits.droppable { return .dropped }
    if bytes + size > limits.most { dropWhatMayBe() }
    // One that is larger than all that may wait goes out alone.
    guard bytes + size <= limits.most || isEmpty else { return .tooSlow }
    add(frame.bytes, isDroppable)
    return .taken
  }

  /// Adds what belongs to the protocol itself, which is small and never dropped.
  mutating func addControl(_ bytes: [UInt8]) { add(bytes, false) }

  private mutating func add(_ frame: [UInt8], _ isDroppable: Bool) {
    entries.append(Entry(frame: frame, isDroppable: isDroppable))
    bytes += frame.count
  }

  /// Leaves only what has begun to be sent.
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

  /// Sends what there is.
  ///
  /// - Parameter send: takes bytes; how many it took, or nil if none can be taken now.
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
