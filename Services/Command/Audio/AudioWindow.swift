import Audio

/// What is to be sent and what may be sent: audio waits here for its credit, and the oldest is dropped
/// rather than sent late.
struct AudioWindow: Hashable, Sendable {
  /// A stretch of audio and its place in the stream.
  struct Piece: Hashable, Sendable {
    /// Samples of the stream before it.
    var offset: Int64
    var samples: [Int16]
    var end: Int64 { offset + Int64(samples.count) }
  }

  /// The most that may wait, in samples.
  let limit: Int
  /// The most that goes into one message, in samples.
  let largest: Int
  /// How many samples may be sent now.
  private(set) var credit: Int
  /// How many samples were dropped so far.
  private(set) var dropped: Int64 = 0
  private(set) var waiting: [Piece] = []
  /// What was sent and is not answered yet.
  private(set) var underWay: Piece?

  /// - Parameters:
  ///   - limit: the most that may wait, in samples; 5 s unless told.
  ///   - largest: the most that goes into one message; 1 s unless told.
  ///   - credit: what may be sent before the first answer; 100 ms unless told.
  init(limit: Int = 80_000, largest: Int = 16_000, credit: Int = 1_600) {
    self.limit = limit
    self.largest = largest
    self.credit = credit
  }

  var waitingSamples: Int { waiting.reduce(0) { $0 + $1.samples.count } }
  var isEmpty: Bool { waiting.isEmpty && underWay == nil }

  /// Takes audio that was just heard.
  mutating func add(_ piece: Piece) {
    waiting.append(piece)
    while waitingSamples > limit {
      dropped += Int64(waiting.removeFirst().samples.count)
    }
  }

  /// The next message, if one may be sent: what belongs together, up to the credit. It is under way
  /// until it is answered.
  mutating func next() -> Piece? {
    guard underWay == nil, var piece = waiting.first else { return nil }
    let room = min(credit, largest)
    guard room > 0 else { return nil }
    if piece.samples.count > room {
      let rest = Piece(
        offset: piece.offset + Int64(room), samples: Array(piece.samples[room...]))
      piece.samples.removeSubrange(room...)
      waiting[0] = rest
    } else {
      waiting.removeFirst()
      while let more = waiting.first, more.offset == piece.end,
        piece.samples.count + more.samples.count <= room
      {
        piece.samples += more.samples
        waiting.removeFirst()
      }
    }
    underWay = piece
    return piece
  }

  /// It was taken.
  mutating func accepted(credit: Int) {
    underWay = nil
    self.credit = max(0, credit)
  }

  /// It was not taken, but may be later: it waits at its old place again.
  mutating func refused() {
    guard let piece = underWay else { return }
    underWay = nil
    waiting.insert(piece, at: 0)
    while waitingSamples > limit {
      dropped += Int64(waiting.removeFirst().samples.count)
    }
  }

  /// Time passed without an answer that gives credit: one small message may ask for it.
  mutating func probe() {
    credit = max(credit, 1_600)
  }
}
