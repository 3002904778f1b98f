import Audio

/// Audio of a stream, from capture until it is settled, that is, until it need not be sent again
/// even if the recognising service dies. The window is bounded and drops the oldest audio.
struct AudioWindow: Hashable, Sendable {
  /// A piece of audio and its position in the stream.
  struct Piece: Hashable, Sendable {
    /// Position of the first sample in the stream, in samples.
    var offset: Int64
    /// Time at which the first sample was spoken, in milliseconds of the stream's time.
    var atMs: Int64
    var samples: [Int16]
    var end: Int64 { offset + Int64(samples.count) }

    /// The part of the piece that starts at an offset.
    fileprivate func from(_ start: Int64) -> Piece {
      guard start > offset else { return self }
      let count = Int(min(start, end) - offset)
      return Piece(
        offset: offset + Int64(count), atMs: atMs + Int64(count / 16),
        samples: Array(samples[count...]))
    }
  }

  /// Maximum difference between the spoken times of two pieces in a message, in milliseconds.
  private static let joinedMs: Int64 = 100

  /// Maximum amount of retained audio, in samples.
  let limit: Int
  /// Maximum amount of audio in a message, in samples.
  let largest: Int
  /// Number of samples that may be sent now.
  private(set) var credit: Int
  /// Number of samples that were dropped before they could be sent.
  private(set) var dropped: Int64 = 0
  /// Offset up to which all audio is settled.
  private(set) var settled: Int64 = 0
  /// The piece that was sent and has no reply yet.
  private(set) var underWay: Piece?
  /// Unsettled audio, oldest first.
  private var kept: [Piece] = []
  /// Offset of the next sample to send.
  private var next: Int64 = 0

  /// Creates an empty window.
  ///
  /// - Parameters:
  ///   - limit: maximum amount of retained audio, in samples. Default: 30 s, because an utterance
  ///     is at most 14 s long and a process that died is back within a few seconds.
  ///   - largest: maximum amount of audio in a message, in samples. Default: 1 s.
  ///   - credit: number of samples that may be sent before the first reply. Default: 100 ms.
  init(limit: Int = 480_000, largest: Int = 16_000, credit: Int = 1_600) {
    self.limit = limit
    self.largest = largest
    self.credit = credit
  }

  /// Number of retained samples.
  var keptSamples: Int { kept.reduce(0) { $0 + $1.samples.count } }
  /// True if all audio has been sent.
  var isSent: Bool { underWay == nil && (kept.last?.end ?? 0) <= next }
  /// True if no audio remains that may have to be sent again.
  var isSettled: Bool { underWay == nil && kept.isEmpty }

  /// Adds captured audio, and drops the oldest audio beyond the limit.
  mutating func add(_ piece: Piece) {
    guard piece.end > settled else { return }
    kept.append(piece)
    var excess = keptSamples - limit
    while excess > 0, let oldest = kept.first {
      kept.removeFirst()
      excess -= oldest.samples.count
      // The piece in flight counts as sent, regardless of its outcome.
      let sent = max(next, underWay?.end ?? 0)
      dropped += max(0, oldest.end - max(oldest.offset, sent))
    }
  }

  /// Returns the next message if one may be sent: adjacent pieces, up to the credit. The message is
  /// in flight until it is answered.
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

  /// Handles an accepted message.
  ///
  /// - Parameter settled: offset up to which no audio needs to be sent again; nil from a service
  ///   that does not report it, whose audio cannot be recovered if it dies.
  mutating func accepted(credit: Int, settled: Int64? = nil) {
    guard let message = underWay else { return }
    underWay = nil
    self.credit = max(0, credit)
    next = max(message.end, settled ?? 0)
    settle(settled ?? next)
  }

  /// Handles a message that was rejected but may be accepted later.
  mutating func refused() { underWay = nil }

  /// Marks all unsettled audio to be sent again, because the service that received it has lost it.
  mutating func restart() {
    underWay = nil
    next = settled
  }

  /// Allows one small message without credit after a pause, because its reply may grant new credit.
  mutating func probe() {
    credit = max(credit, 1_600)
  }

  /// Once all audio has been sent, sends the last 100 ms again to learn how much is settled.
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
