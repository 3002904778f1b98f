import Bus
import TranscriptionAPI

/// A stream on the bus: what the parent asked for, the recognition, and what is told of it.
struct OpenStream: Sendable {
  let request: StartRecognition
  /// Whether the parent had it opened before, by a service that is gone: its sender may have audio.
  let isTakenUp: Bool
  /// Tells it from an earlier stream of the same id.
  let serial: Int
  /// Lines that the parent may already have from an earlier stream of the same id have another one,
  /// and so a sender learns that another stream is open than the one that it began with.
  let token: String
  private let openedMs: Int
  private var stream: RecognitionStream
  /// The sender's offset of the first sample, and when its audio was spoken; known with the first.
  private var first: Int?
  private var timeline: AudioTimeline?
  /// Whether the sender has had to wait for credit, so that its audio comes late.
  private var isHeldUp = false
  /// Whether the sender says when its audio was spoken.
  private var isStamped = false
  /// When new audio came last, on the service's clock, and how long before it was spoken.
  private var newest: (ms: Int, lateMs: Int)?
  /// When its end was asked for, on the service's clock.
  var endAskedMs: Int?
  /// Waits for audio that is still to come.
  var ending: Task<Void, any Error>?
  private(set) var lines: [TranscriptionAPI.TranscriptLine] = []
  /// The lines that the parent has not taken yet, and the samples that they begin with.
  private var untold: [(key: String, start: Int)] = []
  var finishers: [CheckedContinuation<FinishRecognition.Reply, any Error>] = []
  /// Recognition under way.
  var jobs: [RecognitionJob.ID: Task<Void, Never>] = [:]

  /// The longest time that a stream may have: a meeting of a day, and as long a time with an alert.
  private static let longestMs = 2 * 86_400_000

  /// How long the end waits for audio at most, and how late audio is that was not kept.
  private static let longestWaitMs = 2_500
  private static let promptMs = 700

  private let feed: AsyncStream<TranscriptionAPI.TranscriptLine>.Continuation
  /// Ends when every line was told, after the stream's end.
  let teller: Task<Void, Never>

  /// - Parameters:
  ///   - isTakenUp: whether the parent had it opened before, by a service that is gone.
  ///   - openedMs: the moment, on the service's clock.
  ///   - token: a text that no other stream of this id has had.
  ///   - tell: tells the parent of a line, and returns when that is done; one at a time.
  init(
    _ request: StartRecognition, isTakenUp: Bool = false, serial: Int, token: String,
    openedMs: Int,
    tell: @escaping @Sendable (TranscriptionAPI.TranscriptLine) async -> Void
  ) {
    self.request = request
    self.isTakenUp = isTakenUp
    self.serial = serial
    self.token = token
    self.openedMs = openedMs
    stream = RecognitionStream(id: request.id)
    let (lines, feed) = AsyncStream.makeStream(of: TranscriptionAPI.TranscriptLine.self)
    self.feed = feed
    teller = Task {
      for await line in lines { await tell(line) }
    }
  }

  /// How many samples may come now.
  var credit: Int { stream.credit }

  /// The sender's offset up to which it need not keep its audio; nil before the first.
  var settled: Int64? {
    first.map { Int64($0 + min(stream.undecided, untold.first?.start ?? .max)) }
  }

  /// The parent has taken a line, or will never.
  mutating func told(_ key: String) { untold.removeAll { $0.key == key } }

  /// Takes audio that came at a moment of the service's clock.
  mutating func take(
    _ audio: RecognizeAudio, _ samples: [Int16], nowMs: Int
  ) -> [RecognitionStream.Effect] {
    guard (0...Int64(stream.configuration.longestStream)).contains(audio.offset) else {
      return [
        .refused(
          .invalid(
            "Invalid audio offset \(audio.offset); expected 0 to \(stream.configuration.longestStream)"
              + " samples (one day)."))
      ]
    }
    let offset = Int(audio.offset)
    let streamMs = Int(request.startMs) + nowMs - openedMs
    var arrivalMs = streamMs
    if let atMs = audio.atMs {
      guard (0...Int64(OpenStream.longestMs)).contains(atMs) else {
        return [
          .refused(
            .invalid("Invalid atMs \(atMs); expected 0 to \(OpenStream.longestMs) (two days)."))
        ]
      }
      arrivalMs = Int(atMs) + samples.count / 16
    }
    let isStamped = audio.atMs != nil
    let known = first == nil ? toldSince(audio.atMs) : 0
    var timeline =
      timeline
      ?? AudioTimeline(
        count: samples.count - known, arrivalMs: arrivalMs, isContinued: isStamped || offset > 0)
    let first = first ?? offset + known
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
      newest = (nowMs, isStamped ? streamMs - arrivalMs : 0)
      if credit < stream.configuration.window / 4 {
        isHeldUp = true
      } else if credit > stream.configuration.window * 3 / 4
        || !timeline.isLate(end, arrivalMs: arrivalMs)
      {
        isHeldUp = false
      }
      let pause = timeline.heard(
        max(before, position)..<end, arrivalMs: arrivalMs, wasHeldUp: isHeldUp && !isStamped)
      // Nobody speaks on through a pause: what is said after it is another utterance.
      if let pause { effects += stream.handle(.cut(atMs: pause / 16)) }
    }
    self.first = first
    self.timeline = timeline
    self.isStamped = isStamped
    return effects
  }

  /// How many samples, of those that were spoken from a time on, an earlier stream has told.
  private func toldSince(_ atMs: Int64?) -> Int {
    guard let atMs, let settledMs = request.settledMs, settledMs > atMs else { return 0 }
    // No sender keeps more than a minute.
    return Int(min(settledMs - atMs, 60_000)) * 16
  }

  /// How long to wait for audio that its sender has kept, in milliseconds: it is being sent again after
  /// an outage, and the end of the stream must not overtake it. 0 when there is nothing to wait for.
  func patienceMs(nowMs: Int) -> Int {
    let left = Self.longestWaitMs - (nowMs - (endAskedMs ?? nowMs))
    guard let newest else {
      // Whoever sends to it would have been heard of soon after.
      return isTakenUp ? max(0, min(left, Self.longestWaitMs - (nowMs - openedMs))) : 0
    }
    guard newest.lateMs > Self.promptMs else { return 0 }
    return max(0, min(left, Self.promptMs - (nowMs - newest.ms)))
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
    let told = TranscriptionAPI.TranscriptLine(
      key: "\(token)-\(line.index)", fromMs: Int64(span.fromMs), toMs: Int64(span.toMs),
      text: line.text, stream: isStamped ? token : nil)
    lines.append(told)
    untold.append((told.key, line.fromMs * 16))
    feed.yield(told)
  }

  /// It has ended by itself: the lines that wait are still told, and whoever waits for the end gets
  /// all of them.
  func finish(with lines: [TranscriptionAPI.TranscriptLine]) {
    feed.finish()
    ending?.cancel()
    for job in jobs.values { job.cancel() }
    for finisher in finishers { finisher.resume(returning: FinishRecognition.Reply(lines: lines)) }
  }

  /// Nobody wants what is not told yet.
  func abandon(_ error: BusError) {
    feed.finish()
    teller.cancel()
    ending?.cancel()
    for job in jobs.values { job.cancel() }
    for finisher in finishers { finisher.resume(throwing: error) }
  }
}
