import Bus
import Messages

/// A stream on the bus: what the parent asked for, the recognition, and what is told of it.
struct OpenStream: Sendable {
  let request: StartRecognition
  /// Tells it from an earlier stream of the same id.
  let serial: Int
  /// Lines that the parent may already have from an earlier stream of the same id have another one.
  private let token: String
  private let openedMs: Int
  private var stream: RecognitionStream
  /// The sender's offset of the first sample, and when its audio was spoken; known with the first.
  private var first: Int?
  private var timeline: AudioTimeline?
  /// Whether the sender has had to wait for credit, so that its audio comes late.
  private var isHeldUp = false
  private(set) var lines: [Messages.TranscriptLine] = []
  var finishers: [CheckedContinuation<FinishRecognition.Reply, any Error>] = []
  /// Recognition under way.
  var jobs: [RecognitionJob.ID: Task<Void, Never>] = [:]

  private let feed: AsyncStream<Messages.TranscriptLine>.Continuation
  /// Ends when every line was told, after the stream's end.
  let teller: Task<Void, Never>

  /// - Parameters:
  ///   - openedMs: the moment, on the service's clock.
  ///   - token: a text that no other stream of this id has had.
  ///   - tell: tells the parent of a line, and returns when that is done; one at a time.
  init(
    _ request: StartRecognition, serial: Int, token: String, openedMs: Int,
    tell: @escaping @Sendable (Messages.TranscriptLine) async -> Void
  ) {
    self.request = request
    self.serial = serial
    self.token = token
    self.openedMs = openedMs
    stream = RecognitionStream(id: request.id)
    let (lines, feed) = AsyncStream.makeStream(of: Messages.TranscriptLine.self)
    self.feed = feed
    teller = Task {
      for await line in lines { await tell(line) }
    }
  }

  /// How many samples may come now.
  var credit: Int { stream.credit }

  /// Takes audio that came at a moment of the service's clock.
  mutating func take(
    _ samples: [Int16], offset: Int64, nowMs: Int
  ) -> [RecognitionStream.Effect] {
    guard let offset = Int(exactly: offset), offset >= 0 else {
      return [.refused(.invalid("The audio's offset is \(offset); it counts samples from 0."))]
    }
    let arrivalMs = Int(request.startMs) + nowMs - openedMs
    var timeline =
      timeline
      ?? AudioTimeline(count: samples.count, arrivalMs: arrivalMs, isContinued: offset > 0)
    let first = first ?? offset
    // What was sent before the first sample of this stream is a repetition, too.
    let samples = Array(samples.dropFirst(max(0, first - offset)))
    let position = max(0, offset - first)
    let before = stream.received
    var effects = stream.handle(.audio(offset: position, samples: samples))
    guard case .accepted(_, let credit)? = effects.first else {
      if case .refused(.busy)? = effects.first { isHeldUp = true }
      return effects
    }
    let end = position + samples.count
    if end > before {
      if credit < stream.configuration.window / 4 {
        isHeldUp = true
      } else if credit > stream.configuration.window * 3 / 4
        || !timeline.isLate(end, arrivalMs: arrivalMs)
      {
        isHeldUp = false
      }
      let pause = timeline.heard(
        max(before, position)..<end, arrivalMs: arrivalMs, wasHeldUp: isHeldUp)
      // Nobody speaks on through a pause: what is said after it is another utterance.
      if let pause { effects += stream.handle(.cut(atMs: pause / 16)) }
    }
    self.first = first
    self.timeline = timeline
    return effects
  }

  mutating func handle(_ action: RecognitionStream.Action) -> [RecognitionStream.Effect] {
    stream.handle(action)
  }

  /// The stream's time of a moment that is counted in milliseconds of audio.
  func ms(ofAudioMs ms: Int) -> Int64 { Int64(timeline?.ms(ofAudioMs: ms) ?? ms) }

  /// How long ago the last word of a line was spoken, in milliseconds.
  func lagMs(of line: TranscriptLine, nowMs: Int) -> Int {
    let end = timeline?.span(fromAudioMs: line.fromMs, toAudioMs: line.toMs).toMs ?? line.toMs
    return Int(request.startMs) + nowMs - openedMs - end
  }

  /// A line is final: it is told, and kept for the end.
  mutating func add(_ line: TranscriptLine) {
    let span =
      timeline?.span(fromAudioMs: line.fromMs, toAudioMs: line.toMs) ?? (
        fromMs: line.fromMs, toMs: line.toMs
      )
    let told = Messages.TranscriptLine(
      key: "\(token)-\(line.index)", fromMs: Int64(span.fromMs), toMs: Int64(span.toMs),
      text: line.text)
    lines.append(told)
    feed.yield(told)
  }

  /// It has ended by itself: the lines that wait are still told, and whoever waits for the end gets
  /// all of them.
  func finish(with lines: [Messages.TranscriptLine]) {
    feed.finish()
    for job in jobs.values { job.cancel() }
    for finisher in finishers { finisher.resume(returning: FinishRecognition.Reply(lines: lines)) }
  }

  /// Nobody wants what is not told yet.
  func abandon(_ error: BusError) {
    feed.finish()
    teller.cancel()
    for job in jobs.values { job.cancel() }
    for finisher in finishers { finisher.resume(throwing: error) }
  }
}
