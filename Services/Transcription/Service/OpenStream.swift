import Bus
import Messages

/// A stream on the bus: what the parent asked for, the recognition, and what is told of it.
struct OpenStream: Sendable {
  let request: StartRecognition
  private let openedAt: SteadyTime
  /// Made with the first audio, which fixes when its samples were spoken.
  private var stream: RecognitionStream?
  private(set) var lines: [Messages.TranscriptLine] = []
  var finishers: [CheckedContinuation<FinishRecognition.Reply, any Error>] = []

  private let feed: AsyncStream<Messages.TranscriptLine>.Continuation
  private let teller: Task<Void, Never>

  /// - Parameter tell: tells the parent of a line, and returns when that is done; one at a time.
  init(
    _ request: StartRecognition, openedAt: SteadyTime,
    tell: @escaping @Sendable (Messages.TranscriptLine) async -> Void
  ) {
    self.request = request
    self.openedAt = openedAt
    let (lines, feed) = AsyncStream.makeStream(of: Messages.TranscriptLine.self)
    self.feed = feed
    teller = Task {
      for await line in lines { await tell(line) }
    }
  }

  /// How many samples may come now.
  var credit: Int { stream?.credit ?? RecognitionStream.Configuration().window }

  /// Takes audio. The moment at which a chunk has come is the moment at which its last sample was
  /// spoken; after that the sender's offsets tell the time, so the network's delays do not.
  mutating func take(
    _ samples: [Int16], offset: Int64, now: SteadyTime
  ) -> [RecognitionStream.Effect] {
    guard let first = Int(exactly: offset), first >= 0 else {
      return [.refused(.invalid("The audio's offset is \(offset), out of range."))]
    }
    if stream == nil {
      let spokenMs =
        Int(request.startMs) + now.milliseconds(since: openedAt) - samples.count / 16
      stream = RecognitionStream(
        id: request.id, startMs: spokenMs - first / 16, offset: first)
    }
    return handle(.audio(offset: first, samples: samples))
  }

  mutating func handle(_ action: RecognitionStream.Action) -> [RecognitionStream.Effect] {
    if stream == nil { stream = RecognitionStream(id: request.id) }
    return stream?.handle(action) ?? []
  }

  /// A line is final: it is told, and kept for the end.
  mutating func add(_ line: TranscriptLine) {
    let told = Messages.TranscriptLine(
      // The time at which the stream was opened tells it from an earlier stream of the same id.
      key: "\(request.startMs)-\(line.index)", fromMs: Int64(line.fromMs), toMs: Int64(line.toMs),
      text: line.text)
    lines.append(told)
    feed.yield(told)
  }

  /// Ends it. What was told already stays told.
  ///
  /// - Parameter keepingLines: whether lines that wait are still told; otherwise whoever waits for
  ///   the end is told that it was cancelled.
  func end(keepingLines: Bool = false) {
    feed.finish()
    guard !keepingLines else { return }
    teller.cancel()
    for finisher in finishers {
      finisher.resume(throwing: BusError(.conflict, "The stream was cancelled."))
    }
  }
}

/// What streams had heard that are over, up to a number of streams; the oldest go first.
struct EndedStreams: Sendable {
  let limit: Int
  private var order: [String] = []
  private var lines: [String: [Messages.TranscriptLine]] = [:]

  init(limit: Int) { self.limit = limit }

  subscript(id: String) -> [Messages.TranscriptLine]? { lines[id] }

  mutating func add(_ id: String, _ heard: [Messages.TranscriptLine]) {
    if lines.updateValue(heard, forKey: id) == nil { order.append(id) }
    if order.count > limit { lines[order.removeFirst()] = nil }
  }
}

/// A moment on a clock that nobody can set.
struct SteadyTime: Sendable {
  private let instant: ContinuousClock.Instant

  static func now() -> SteadyTime { SteadyTime(instant: .now) }

  func milliseconds(since earlier: SteadyTime) -> Int {
    let duration = earlier.instant.duration(to: instant).components
    return Int(duration.seconds) * 1000 + Int(duration.attoseconds / 1_000_000_000_000_000)
  }
}
