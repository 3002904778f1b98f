import StandupsDependencies
import TestSupport
import Testing

@testable import Command

@Suite("Examples for the page: audio until it is settled")
struct AudioVectorTests {
  /// A range of the stream: sample i of the stream has the value i modulo 30000.
  private struct Piece: Encodable {
    var offset: Int64
    var atMs: Int64
    var count: Int

    init(offset: Int64, atMs: Int64, count: Int) {
      (self.offset, self.atMs, self.count) = (offset, atMs, count)
    }

    init(_ piece: AudioWindow.Piece) throws {
      (offset, atMs, count) = (piece.offset, piece.atMs, piece.samples.count)
      try #require(piece == self.piece, "a sample is out of its place")
    }

    var piece: AudioWindow.Piece {
      .init(
        offset: offset, atMs: atMs,
        samples: (offset..<offset + Int64(count)).map { Int16($0 % 30_000) })
    }
  }

  private struct Step: Encodable {
    var action: String
    var piece: Piece?
    var credit: Int?
    var settled: Int64?
    /// The result of “message”; nil if nothing may be sent.
    var message: Piece?
    var after: After?
  }

  /// The window after a step.
  private struct After: Encodable {
    var keptSamples: Int
    var credit: Int
    var settled: Int64
    var dropped: Int64
    var isSent: Bool
    var isSettled: Bool

    init(_ window: AudioWindow) {
      (keptSamples, credit) = (window.keptSamples, window.credit)
      (settled, dropped) = (window.settled, window.dropped)
      (isSent, isSettled) = (window.isSent, window.isSettled)
    }
  }

  private struct Case: Encodable {
    var name: String
    var limit: Int
    var largest: Int
    var credit: Int
    var steps: [Step]
  }

  private enum Action {
    case add(Int64, atMs: Int64, Int)
    case message
    case accepted(credit: Int, settled: Int64?)
    case refused, restart, probe, ask
  }

  private static func example(
    _ name: String, limit: Int = 480_000, largest: Int = 16_000, credit: Int = 1_600,
    _ actions: [Action]
  ) throws -> Case {
    var window = AudioWindow(limit: limit, largest: largest, credit: credit)
    let steps = try actions.map { try apply($0, to: &window) }
    return Case(name: name, limit: limit, largest: largest, credit: credit, steps: steps)
  }

  private static func apply(_ action: Action, to window: inout AudioWindow) throws -> Step {
    var step: Step
    switch action {
    case .add(let offset, let atMs, let count):
      let piece = Piece(offset: offset, atMs: atMs, count: count)
      window.add(piece.piece)
      step = Step(action: "add", piece: piece)
    case .message:
      step = Step(action: "message", message: try window.message().map(Piece.init))
    case .accepted(let credit, let settled):
      window.accepted(credit: credit, settled: settled)
      step = Step(action: "accepted", credit: credit, settled: settled)
    case .refused:
      window.refused()
      step = Step(action: "refused")
    case .restart:
      window.restart()
      step = Step(action: "restart")
    case .probe:
      window.probe()
      step = Step(action: "probe")
    case .ask:
      window.ask()
      step = Step(action: "ask")
    }
    step.after = After(window)
    return step
  }

  /// Contiguous pieces of 100 ms.
  private static func heard(_ range: Range<Int>) -> [Action] {
    range.map { .add(Int64($0) * 1_600, atMs: Int64($0) * 100, 1_600) }
  }

  /// Pieces that were sent and accepted, none of them settled.
  private static func sent(_ range: Range<Int>) -> [Action] {
    heard(range).flatMap { [$0, .message, .accepted(credit: 1_600, settled: 0)] }
  }

  private static func examples() throws -> [Case] {
    [
      try example(
        "one message is under way at a time, as large as the credit allows",
        heard(0..<5) + [
          .message, .message, .accepted(credit: 4_000, settled: nil), .message,
          .accepted(credit: 1_000, settled: nil), .message,
          .accepted(credit: 100_000, settled: nil), .message,
        ]),
      try example(
        "a message has a size", largest: 5_000, credit: 100_000,
        heard(0..<5) + [.message, .accepted(credit: 100_000, settled: 0), .message]),
      try example(
        "without credit nothing is sent until it is asked for",
        heard(0..<2) + [
          .message, .accepted(credit: 0, settled: nil), .message, .probe, .message,
        ]),
      try example(
        "what was refused is sent again",
        heard(0..<1) + [.message] + heard(1..<2) + [.refused, .message]),
      try example(
        "what is settled is not kept",
        sent(0..<4) + heard(4..<5) + [.message, .accepted(credit: 1_600, settled: 4_000)]
          + heard(5..<6) + [.message, .accepted(credit: 1_600, settled: 9_600)]),
      try example(
        "after a restart all that is not settled is sent again, with its times",
        sent(0..<4) + [
          .add(6_400, atMs: 410, 1_600), .message, .accepted(credit: 16_000, settled: 2_000),
        ] + heard(5..<6) + [
          .message, .restart, .message, .accepted(credit: 16_000, settled: 2_000),
        ]),
      try example(
        "what is settled never goes back, and may be ahead of what was sent",
        sent(0..<1) + heard(1..<4) + [
          .message, .accepted(credit: 1_600, settled: 5_000), .message,
          .accepted(credit: 1_600, settled: 100), .restart, .message,
        ]),
      try example(
        "no more is kept than the limit, and only what was never sent is dropped", limit: 6_400,
        sent(0..<4) + heard(4..<10) + [.message] + heard(10..<11) + [
          .accepted(credit: 16_000, settled: 0), .message,
        ]),
      try example(
        "what has to be sent again and is too old is dropped", limit: 6_400,
        sent(0..<4) + [.restart] + heard(4..<6) + [.message]),
      try example(
        "a gap is not joined over, neither in samples nor in time", credit: 16_000,
        heard(0..<1) + heard(3..<4) + [
          .add(6_400, atMs: 9_000, 1_600), .add(8_000, atMs: 9_150, 1_600), .message,
          .accepted(credit: 16_000, settled: nil), .message,
          .accepted(credit: 16_000, settled: nil), .message,
        ]),
      try example(
        "asking what is settled sends the last 100 ms once more",
        sent(0..<1) + [
          .add(1_600, atMs: 100, 2_400), .message, .accepted(credit: 16_000, settled: 0), .message,
          .accepted(credit: 0, settled: 0), .ask, .message, .ask,
          .accepted(credit: 0, settled: 4_000), .ask, .message,
        ]),
      try example("a whole conversation, at random", limit: 24_000, largest: 4_000, atRandom()),
    ]
  }

  private static func atRandom() -> [Action] {
    var random = SeededGenerator(seed: 14)
    var (end, atMs): (Int64, Int64) = (0, 0)
    return (0..<150).map { _ in
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<6:
        let count = Int64.random(in: 0...3_000, using: &random)
        if Int.random(in: 0..<8, using: &random) == 0 { end += 800 }
        if Int.random(in: 0..<8, using: &random) == 0 { atMs += 700 }
        defer { (end, atMs) = (end + count, atMs + count / 16) }
        return .add(end, atMs: atMs, Int(count))
      case 6..<10: return .message
      case 10..<13:
        let settled = Int64.random(in: 0...max(1, end), using: &random)
        return .accepted(credit: .random(in: -1...6_000, using: &random), settled: settled)
      case 13: return .refused
      case 14: return Bool.random(using: &random) ? .restart : .ask
      default: return .probe
      }
    }
  }

  @Test("What is sent, kept and dropped")
  func windows() throws {
    try PageVectors.check(
      "audioWindow",
      about: """
        A window of “limit”, “largest” and “credit” samples, and steps. “add” takes a “piece”: sample i of \
        the stream is i modulo 30000. “message” gives a “message”, or none. “accepted” has the “credit” and, \
        unless the service does not say it, “settled”. Then the window is as “after” says.
        """, try Self.examples())
  }

  private struct Times: Encodable {
    struct Chunk: Encodable {
      var count: Int
      var end: Int64
      var nowMs: Int64
      /// Time of its first sample.
      var atMs: Int64
    }
    var name: String
    var chunks: [Chunk]

    init(_ name: String, _ heard: [(count: Int, end: Int64, nowMs: Int64)]) {
      self.name = name
      var times = SpokenTimes()
      chunks = heard.map {
        Chunk(
          count: $0.count, end: $0.end, nowMs: $0.nowMs,
          atMs: times.heard($0.count, end: $0.end, nowMs: $0.nowMs))
      }
    }

    /// Chunks of 100 ms.
    init(_ name: String, _ nowMs: [Int64], from start: Int64 = 0) {
      self.init(
        name, nowMs.enumerated().map { (1_600, start + Int64($0.offset + 1) * 1_600, $0.element) })
    }
  }

  @Test("When audio was spoken")
  func times() throws {
    try PageVectors.check(
      "spokenTimes",
      about: """
        Chunks of “count” samples, which end before sample “end” of the stream, are heard at “nowMs” of the \
        stream's time: the first sample was spoken at “atMs”.
        """,
      [
        Times("a chunk was spoken before it was heard", [5_100], from: 80_000),
        Times("not before time 0", [50, 60]),
        Times("delays do not count", [1_180, 1_200, 1_350, 1_400, 1_520]),
        Times("a pause counts from where it was", [100, 200, 5_300, 5_390]),
        Times("what waited comes at once, and was no pause", [100, 900, 900, 900, 900]),
        Times("a second late is no pause, a millisecond more is", [100, 1_200, 2_301, 2_302]),
        Times(
          "chunks of any size",
          [
            (128, 128, 20), (128, 256, 27), (333, 589, 44), (16_000, 16_589, 1_100),
            (1, 16_590, 1_101),
          ]),
      ])
  }
}
