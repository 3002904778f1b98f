import WebServer

/// The latest events of the journal as they are sent, so that a browser that was away for a moment costs no question.
struct EventRing: Sendable {
  /// How many events, and how many bytes of them.
  static let maxEvents = 4096
  static let maxBytes = 8 << 20

  /// Names the journal; empty while it is not known.
  private(set) var epoch: String
  /// The sequence of the last event.
  private(set) var position: Int64
  /// In order and without gap, up to the position; those before `first` are forgotten.
  private var frames: [(frame: WebFrame, size: Int)] = []
  private var first = 0
  private var bytes = 0

  init(epoch: String = "", position: Int64 = 0) {
    self.epoch = epoch
    self.position = position
  }

  /// Takes the next event.
  ///
  /// - Parameter sequence: where there is a gap before it, what was before is forgotten.
  mutating func add(_ sequence: Int64, _ frame: WebFrame, size: Int) {
    if sequence != position + 1 { forgetAll() }
    position = sequence
    frames.append((frame, size))
    bytes += size
    while frames.count - first > Self.maxEvents
      || bytes > Self.maxBytes && frames.count - first > 1
    {
      bytes -= frames[first].size
      first += 1
    }
    guard first > Self.maxEvents else { return }
    frames.removeFirst(first)
    first = 0
  }

  /// There are no events up to there that anybody wants.
  mutating func advance(to sequence: Int64) {
    guard sequence > position else { return }
    forgetAll()
    position = sequence
  }

  /// What was said is erased: who comes back reads it in the journal, as it is now.
  mutating func forget() { forgetAll() }

  private mutating func forgetAll() {
    frames = []
    first = 0
    bytes = 0
  }

  /// The event of that sequence, if it is still here.
  subscript(sequence: Int64) -> WebFrame? {
    let back = position - sequence
    guard back >= 0, back < Int64(frames.count - first) else { return nil }
    return frames[frames.count - 1 - Int(back)].frame
  }
}
