import Audio

/// The audio of a stream from when it is heard until it is settled: what is to be sent, and what was
/// sent and may have to be sent again, because whoever recognised it has died. Bounded: the oldest is
/// dropped.
struct AudioWindow: Hashable, Sendable {
  /// A stretch of audio and its place in the stream.
  struct Piece: Hashable, Sendable {
    /// Samples of the stream before it.
    var offset: Int64
    /// When its first sample was spoken, in milliseconds of the stream's time.
    var atMs: Int64
    var samples: [Int16]
    var end: Int64 { offset + Int64(samples.count) }

    /// What of it comes from an offset on.
    fileprivate func from(_ start: Int64) -> Piece {
      guard start > offset else { return self }
      let count = Int(min(start, end) - offset)
      return Piece(
        offset: offset + Int64(count), atMs: atMs + Int64(count / 16),
        samples: Array(samples[count...]))
    }
  }

  /// How far apart the times of two pieces may be that go into one message, in milliseconds.
  private static let joinedMs: Int64 = 100

  /// The most that is kept, in samples.
  let limit: Int
  /// The most that goes into one message, in samples.
  let largest: Int
  /// How many samples may be sent now.
  private(set) var credit: Int
  /// How many samples were dropped that had never been sent.
  private(set) var dropped: Int64 = 0
  /// The offset up to which all is settled.
  private(set) var settled: Int64 = 0
  /// What was sent and is not answered yet.
  private(set) var underWay: Piece?
  /// What is not settled, oldest first.
  private var kept: [Piece] = []
  /// The first sample that is still to be sent.
  private var next: Int64 = 0

  /// - Parameters:
  ///   - limit: the most that is kept, in samples; 30 s unless told. An utterance gets no longer than
  ///     14 s, and a process that died is back within a few.
  ///   - largest: the most that goes into one message; 1 s unless told.
  ///   - credit: what may be sent before the first answer; 100 ms unless told.
  init(limit: Int = 480_000, largest: Int = 16_000, credit: Int = 1_600) {
    self.limit = limit
    self.largest = largest
    self.credit = credit
  }

  /// How many samples are kept.
  var keptSamples: Int { kept.reduce(0) { $0 + $1.samples.count } }
  /// Whether all was sent.
  var isSent: Bool { underWay == nil && (kept.last?.end ?? 0) <= next }
  /// Whether nothing is left that may have to be sent again.
  var isSettled: Bool { underWay == nil && kept.isEmpty }

  /// Takes audio that was just heard.
  mutating func add(_ piece: Piece) {
    guard piece.end > settled else { return }
    kept.append(piece)
    var excess = keptSamples - limit
    while excess > 0, let oldest = kept.first {
      kept.removeFirst()
      excess -= oldest.samples.count
      // What is under way was sent, whatever becomes of it.
      let sent = max(next, underWay?.end ?? 0)
      dropped += max(0, oldest.end - max(oldest.offset, sent))
    }
  }

  /// The next message, if one may be sent: what belongs together, up to the credit. It is under way
  /// until it is answered.
  mutating func message() -> Piece? {
    let room = min(credit, largest)
    guard underWay == nil, room > 0, let index = kept.firstIndex(where: { $0.end > next })
    else { return nil }
    var message = kept[index].from(next)
    for more in kept[(index + 1)...] {
      let gapMs = more.atMs - (message.atMs + Int64(message.samples.count / 16))
      guard message.samples.count < room, more.offset == message.end, abs(gapMs) <= Self.joinedMs
      else { break }
      message.samples += more.samples
    }
    message.samples = Array(message.samples.prefix(room))
    underWay = message
    return message
  }

  /// It was taken.
  ///
  /// - Parameter settled: the offset up to which nothing has to be sent again; nil from a service that
  ///   does not say it, and so cannot be helped after its death.
  mutating func accepted(credit: Int, settled: Int64? = nil) {
    guard let message = underWay else { return }
    underWay = nil
    self.credit = max(0, credit)
    next = max(message.end, settled ?? 0)
    settle(settled ?? next)
  }

  /// It was not taken, but may be later.
  mutating func refused() { underWay = nil }

  /// Whoever had what is not settled has it no more: all of that is to be sent again.
  mutating func restart() {
    underWay = nil
    next = settled
  }

  /// Time passed without an answer that gives credit: one small message may ask for it.
  mutating func probe() {
    credit = max(credit, 1_600)
  }

  /// All was sent, and it is to be learned what is settled: the last 100 ms are sent once more.
  mutating func ask() {
    guard isSent, let last = kept.last else { return }
    probe()
    next = max(last.offset, last.end - 1_600)
  }

  private mutating func settle(_ offset: Int64) {
    settled = max(settled, offset)
    kept.removeAll { $0.end <= settled }
  }
}
