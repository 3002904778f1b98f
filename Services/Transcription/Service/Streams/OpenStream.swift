import Bus
import Foundation
import TranscriptionAPI

/// A stream on the bus. It contains the request of the composition root, the recognition, and the
/// delivery of its lines.
struct OpenStream: Sendable {
  let request: StartRecognition
  /// The person whose own microphone it is; nil for the microphone of the room.
  let person: UUID?
  /// Tag of the language whose recogniser it uses; nil for that of the engine.
  let language: String?
  /// True if an earlier instance had opened the stream, so that its sender may have kept audio.
  let isReopened: Bool
  /// Distinguishes the stream from an earlier one with the same id.
  let serial: Int
  /// Token in the keys of its lines, so that they differ from those of an earlier stream with the
  /// same id. A sender also uses it to detect that the stream with which it began was replaced.
  let token: String
  let openedMs: Int
  private var stream: RecognitionStream
  /// The sender's offset of the first sample. It is known once the first chunk arrives, as is the
  /// timeline.
  private var first: Int?
  private var timeline: AudioTimeline?
  /// True if the sender had to wait for credit, so that its audio arrives late.
  private var isWaitingForCredit = false
  /// True if the sender reports the time at which its audio was spoken.
  private var hasTimes = false
  /// Time of the last new audio on the service's clock, and the time since it was spoken, in
  /// milliseconds.
  var newest: (ms: Int, lateMs: Int)?
  /// Time at which the end was requested, in milliseconds of the service's clock.
  var endRequestedMs: Int?
  /// Waits for audio that is still expected.
  var ending: Task<Void, any Error>?
  private(set) var lines: [TranscriptionAPI.TranscriptLine] = []
  /// Lines that are not accepted yet, with the positions of their first samples.
  private var undelivered: [(key: String, start: Int)] = []
  /// The recognition of voices; nil if it is turned off, and for an own microphone.
  var voices: StreamVoices?
  /// True if the persons who agreed were not known when the stream was opened.
  var awaitsVoices: Bool
  /// Lines whose speaker was corrected by hand, by their keys.
  private var corrected: [String: RoomLine] = [:]
  /// Compares the next voice.
  var comparing: Task<Void, Never>?
  /// Recognition jobs in progress.
  var jobs: [RecognitionJob.ID: Task<Void, Never>] = [:]

  /// Maximum stream time, in milliseconds: one day for a meeting, and one more for its open alerts.
  private static let maxStreamMs = 2 * 86_400_000
  /// Maximum time by which the clock of an own microphone may be ahead, in milliseconds. The service's
  /// own may be behind by the time that its start took.
  private static let maxAheadMs = 10_000
  /// Time without audio after which the end of an utterance is no longer expected, in milliseconds.
  private static let maxPauseMs = 1_000

  private let feed: AsyncStream<TranscriptionAPI.TranscriptLine>.Continuation
  /// Task that ends once the stream has ended and every line is delivered.
  let delivering: Task<Void, Never>

  /// Creates a stream. `deliver` delivers a line and returns once that is done; it is called for
  /// one line at a time.
  ///
  /// - Parameters:
  ///   - person: the person whose own microphone it is; nil for the microphone of the room.
  ///   - language: tag of the language whose recogniser it uses; nil for that of the engine.
  ///   - isReopened: whether an earlier instance had the stream open.
  ///   - openedMs: current time, in milliseconds of the service's clock.
  ///   - token: a string that no other stream with this id has had.
  init(
    _ request: StartRecognition, person: UUID? = nil, language: String? = nil,
    isReopened: Bool = false, serial: Int, token: String, openedMs: Int,
    deliver: @escaping @Sendable (TranscriptionAPI.TranscriptLine) async -> Void
  ) {
    var kept = request
    // They are in `voices`, from which a withdrawal removes them.
    kept.voices = nil
    self.request = kept
    self.person = person
    self.language = language
    self.isReopened = isReopened
    self.serial = serial
    self.token = token
    self.openedMs = openedMs
    awaitsVoices = request.voices == nil && request.others != nil
    var configuration = RecognitionStream.Configuration()
    configuration.keepsLoudness = person != nil
    stream = RecognitionStream(id: request.id, configuration: configuration)
    let (lines, feed) = AsyncStream.makeStream(of: TranscriptionAPI.TranscriptLine.self)
    self.feed = feed
    delivering = Task {
      for await line in lines { await deliver(line) }
    }
  }

  /// Current time of the stream, in milliseconds.
  ///
  /// - Parameter nowMs: time of the service's clock, in milliseconds.
  func streamMs(nowMs: Int) -> Int { Int(request.startMs) + nowMs - openedMs }

  /// Returns true if words that were spoken before a time of the stream may still be reported: they
  /// are being recognised or delivered, or their end is still expected.
  ///
  /// - Parameters:
  ///   - ms: the time, in milliseconds of the stream's time.
  ///   - nowMs: time of the service's clock, in milliseconds.
  ///   - isRecognized: whether words that are recognised and not delivered count.
  func isPending(before ms: Int64, nowMs: Int, isRecognized: Bool = true) -> Bool {
    let isSending = newest.map { nowMs - $0.ms < Self.maxPauseMs } ?? false
    let open = isSending && stream.undecided < stream.received ? stream.undecided : nil
    let recognized = isRecognized ? undelivered.first?.start : nil
    let starts = [recognized, stream.recognizing, open].compactMap(\.self)
    return starts.contains { self.ms(ofAudioMs: $0 / 16) < ms }
  }

  /// Returns true if the stream belongs to a team in the scope. One without a team is visible only to
  /// those who see all teams.
  func isVisible(in scope: TeamScope) -> Bool { scope.contains(request.labels?.team) }

  /// Number of samples that may be sent now.
  var credit: Int { stream.credit }

  /// Number of the first utterance whose lines are not known yet.
  var firstUndecided: Int { stream.firstPending }

  /// The sender's offset before which it need not retain its audio; nil before the first chunk.
  var settled: Int64? {
    first.map { Int64($0 + min(stream.undecided, undelivered.first?.start ?? .max)) }
  }

  /// The sender's offset after the last sample; nil before the first chunk.
  var end: Int64? { first.map { Int64($0 + stream.received) } }

  /// Records that a line was accepted, or will never be.
  mutating func delivered(_ key: String) { undelivered.removeAll { $0.key == key } }

  /// Handles audio that arrived at a time of the service's clock.
  mutating func accept(
    _ audio: RecognizeAudio, _ samples: [Int16], nowMs: Int
  ) -> [RecognitionStream.Effect] {
    guard (0...Int64(stream.configuration.maxLength)).contains(audio.offset) else {
      return [
        .refused(
          .invalid(
            "Invalid audio offset \(audio.offset); expected 0 to \(stream.configuration.maxLength)"
              + " samples (one day)."))
      ]
    }
    let offset = Int(audio.offset)
    let streamMs = streamMs(nowMs: nowMs)
    var arrivalMs = streamMs
    if let atMs = audio.atMs {
      guard (0...Int64(OpenStream.maxStreamMs)).contains(atMs) else {
        return [
          .refused(
            .invalid("Invalid atMs \(atMs); expected 0 to \(OpenStream.maxStreamMs) (two days)."))
        ]
      }
      arrivalMs = Int(atMs) + samples.count / 16
      guard person == nil || arrivalMs <= streamMs + Self.maxAheadMs else {
        return [
          .refused(
            .invalid(
              "Invalid atMs \(atMs): the time is \(arrivalMs - streamMs) ms in the future; check the"
                + " sender's clock."))
        ]
      }
    } else if person != nil {
      return [.refused(.invalid("Missing atMs; audio of an own microphone requires it."))]
    }
    let hasTimes = audio.atMs != nil
    let known = first == nil ? knownSamples(since: audio.atMs) : 0
    var timeline =
      timeline
      ?? AudioTimeline(
        count: samples.count - known, arrivalMs: arrivalMs, isContinued: hasTimes || offset > 0)
    let first = first ?? offset + known
    // Audio before the first sample of this stream is a repetition, too.
    let samples = Array(samples.dropFirst(max(0, first - offset)))
    let position = max(0, offset - first)
    let before = stream.received
    var effects = stream.handle(.audio(offset: position, samples: samples))
    guard case .accepted(_, let credit)? = effects.first else {
      if case .refused(.busy)? = effects.first { isWaitingForCredit = true }
      return effects
    }
    let end = position + samples.count
    if end > before {
      newest = (nowMs, hasTimes ? streamMs - arrivalMs : 0)
      if credit < stream.configuration.window / 4 {
        isWaitingForCredit = true
      } else if credit > stream.configuration.window * 3 / 4
        || !timeline.isLate(end, arrivalMs: arrivalMs)
      {
        isWaitingForCredit = false
      }
      let pause = timeline.record(
        max(before, position)..<end, arrivalMs: arrivalMs,
        wasHeldUp: isWaitingForCredit && !hasTimes)
      // An utterance does not continue across a pause.
      if let pause { effects += stream.handle(.cut(atMs: pause / 16)) }
    }
    // A repeated piece has no effect if later audio has arrived.
    if audio.endsSpeech == true, end == stream.received { effects += stream.handle(.pause) }
    self.first = first
    self.timeline = timeline
    self.hasTimes = hasTimes
    return effects
  }

  /// Number of samples, counted from this time, whose lines an earlier stream has already delivered.
  private func knownSamples(since atMs: Int64?) -> Int {
    guard let atMs, let settledMs = request.settledMs, settledMs > atMs else { return 0 }
    // No sender keeps more than a minute.
    return Int(min(settledMs - atMs, 60_000)) * 16
  }

  mutating func handle(_ action: RecognitionStream.Action) -> [RecognitionStream.Effect] {
    stream.handle(action)
  }

  /// Converts milliseconds of audio to the stream's time, in milliseconds.
  func ms(ofAudioMs ms: Int) -> Int64 { Int64(timeline?.ms(ofAudioMs: ms) ?? ms) }

  /// Time since the last word of a line was spoken, in milliseconds.
  func lagMs(of line: TranscriptLine, nowMs: Int) -> Int {
    let end = timeline?.span(fromAudioMs: line.fromMs, toAudioMs: line.toMs).toMs ?? line.toMs
    return streamMs(nowMs: nowMs) - end
  }

  /// Adds a final line, which is delivered, and kept for the reply to `finish`.
  @discardableResult
  mutating func add(_ line: TranscriptLine) -> TranscriptionAPI.TranscriptLine {
    let span =
      timeline?.span(fromAudioMs: line.fromMs, toAudioMs: line.toMs) ?? (
        fromMs: line.fromMs, toMs: line.toMs
      )
    let wireLine = TranscriptionAPI.TranscriptLine(
      key: "\(token)-\(line.index)", fromMs: Int64(span.fromMs), toMs: Int64(span.toMs),
      text: line.text, stream: hasTimes ? token : nil, person: person?.lowercaseText,
      voice: line.voice.flatMap { voices?.consents[$0] == nil ? nil : $0.lowercaseText },
      isDoubtful: line.isDoubtful ? true : nil)
    lines.append(wireLine)
    undelivered.append((wireLine.key, line.fromMs * 16))
    feed.yield(wireLine)
    return wireLine
  }

  /// Minimum share of a line that has another voice for the line to be reported again, in percent.
  private static let minReassignedPercent: Int64 = 60

  /// Reports lines of the room again whose voices were recognised since.
  ///
  /// - Parameter spans: the times whose voices are known now.
  mutating func reassign(_ spans: [StreamVoices.Reconsidered]) {
    guard let from = spans.map(\.fromMs).min() else { return }
    for index in lines.indices.reversed() {
      let line = lines[index]
      guard line.toMs > from else { break }
      var sharesMs: [UUID: Int64] = [:]
      for span in spans {
        let ms = min(span.toMs, line.toMs) - max(span.fromMs, line.fromMs)
        if ms > 0 { sharesMs[span.person, default: 0] += ms }
      }
      guard let (person, ms) = sharesMs.max(by: { $0.value < $1.value }),
        100 * ms >= Self.minReassignedPercent * (line.toMs - line.fromMs),
        line.voice != person.lowercaseText, corrected[line.key] == nil
      else { continue }
      lines[index].voice = person.lowercaseText
      lines[index].isDoubtful = nil
      var again = lines[index]
      again.isReassigned = true
      feed.yield(again)
    }
  }

  /// Learns from the lines whose speaker was corrected, unlearns those that are not among them any more, and reports the
  /// lines again that have another voice therefore.
  ///
  /// - Parameter listed: the corrected lines; of more than `maxInMessage`, the last ones.
  mutating func correct(_ listed: [RoomLine]) {
    guard voices != nil else { return }
    let keys = Set(listed.map(\.key))
    let isComplete = listed.count < RoomLine.maxInMessage
    let undone = isComplete ? corrected.keys.filter { !keys.contains($0) } : []
    let new = listed.filter { corrected[$0.key] != $0 }
    for line in lines where undone.contains(line.key) {
      corrected[line.key] = nil
      voices?.takeBackCorrection(fromMs: line.fromMs, toMs: line.toMs)
    }
    for line in new {
      guard let known = lines.first(where: { $0.key == line.key }) else { continue }
      corrected[line.key] = line
      voices?.correct(
        fromMs: known.fromMs, toMs: known.toMs, person: line.person.flatMap { UUID(uuidString: $0) }
      )
    }
    guard !new.isEmpty || !undone.isEmpty, let changed = voices?.reconsider() else { return }
    reassign(changed)
  }

  /// Removes the voices of persons from the lines.
  mutating func removeVoices(where isRemoved: (_ person: UUID) -> Bool) {
    for index in lines.indices {
      if let voice = lines[index].voice.flatMap({ UUID(uuidString: $0) }), isRemoved(voice) {
        lines[index].voice = nil
      }
    }
  }

  /// Removes a line that is not delivered, because another microphone has its words.
  mutating func drop(_ key: String) { lines.removeAll { $0.key == key } }

  /// Replaces a line, of which another microphone has some words.
  mutating func replace(_ line: TranscriptionAPI.TranscriptLine) {
    guard let index = lines.firstIndex(where: { $0.key == line.key }) else { return }
    lines[index] = line
  }

  /// Completes a stream that has ended. Waiting lines are still delivered.
  func finish() {
    feed.finish()
    ending?.cancel()
    comparing?.cancel()
    for job in jobs.values { job.cancel() }
  }

  /// Discards everything that was not delivered.
  func abandon() {
    feed.finish()
    delivering.cancel()
    ending?.cancel()
    comparing?.cancel()
    for job in jobs.values { job.cancel() }
  }
}
