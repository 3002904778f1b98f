import Foundation
import TranscriptionAPI

/// One stream of speech. Its input is audio; its output is jobs for the recogniser, partial results
/// and lines.
///
/// It is a value that only `handle` changes. It has neither an engine nor a clock, and counts time
/// in samples.
struct RecognitionStream: Sendable {
  struct Configuration: Sendable, Equatable {
    /// Maximum number of samples that may wait behind an utterance that is not recognised yet: 10
    /// s.
    var window = 10 * 16_000
    /// Maximum length of a gap that is filled with silence. A longer gap ends the utterance.
    var maxFilledGap = 16_000
    /// Maximum length of a stream, in samples: one day.
    var maxLength = 24 * 3_600 * 16_000
    /// Delay after which a rejected sender may try again.
    var retryAfterMs = 250
    /// True if lines have the loudness of their audio.
    var keepsLoudness = false
    var endpointing = Endpointer.Configuration()
  }

  enum Action: Sendable, Equatable {
    /// Audio, with the number of samples that precede it in the stream.
    case audio(offset: Int, samples: [Int16])
    /// Silence follows the audio received so far, and is not sent.
    case pause
    /// The next speaker's turn begins at this meeting time, in milliseconds.
    case cut(atMs: Int)
    /// A job has a result.
    case finished(RecognitionJob.ID, RecognitionOutcome)
    /// No more audio will arrive; the rest is recognised.
    case finish
    /// The rest is not needed.
    case cancel
  }

  enum Effect: Sendable, Equatable {
    /// The audio was accepted. `received` is the next expected offset, `credit` the number of
    /// samples that may be sent now.
    case accepted(received: Int, credit: Int)
    case refused(Refusal)
    /// Audio is missing between two offsets.
    case gap(from: Int, to: Int)
    case recognize(RecognitionJob)
    case emitPartial(text: String, fromMs: Int, toMs: Int, signal: SignalProblem? = nil)
    case emitFinal(TranscriptLine)
    /// The engine failed. No more effects follow.
    case failed(reason: String)
    /// Everything is recognised. No more effects follow.
    case finished([TranscriptLine])
  }

  enum Refusal: Sendable, Equatable {
    /// The audio exceeds the credit; the sender may try again later.
    case busy(retryAfterMs: Int, credit: Int)
    /// The piece exceeds the maximum size.
    case tooLarge(limit: Int)
    /// An invalid offset or time.
    case invalid(String)
    /// The stream accepts no more audio.
    case ended
  }

  enum Phase: Sendable, Equatable {
    case listening, finishing, finished, failed, cancelled
  }

  let id: String
  let configuration: Configuration
  private(set) var phase = Phase.listening
  /// The recognised lines so far.
  private(set) var lines: [TranscriptLine]

  private let startMs: Int
  private var endpointer: Endpointer
  /// The utterances that are being recognised, oldest first, with their words once they are known.
  private var pending: [(utterance: Utterance, pieces: [SpokenPiece]?)] = []
  /// Number of the first pending utterance.
  private(set) var firstPending = 0
  private var partials = 0
  private var partialInFlight:
    (
      id: RecognitionJob.ID, start: Int, end: Int, signal: SignalProblem?
    )?

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - startMs: meeting time of the stream's first sample, in milliseconds.
  ///   - offset: number of samples that the stream had before it was reopened.
  ///   - lines: lines that it had before.
  init(
    id: String, startMs: Int = 0, offset: Int = 0, lines: [TranscriptLine] = [],
    configuration: Configuration = .init()
  ) {
    self.id = id
    self.startMs = max(0, startMs)
    self.lines = lines
    self.configuration = configuration
    endpointer = Endpointer(configuration.endpointing, at: offset)
  }

  /// The next expected offset.
  var received: Int { endpointer.position }

  /// Number of samples that may be sent now.
  var credit: Int {
    guard phase == .listening else { return 0 }
    let waiting = pending.first.map { buffered - $0.utterance.samples.count } ?? 0
    return max(0, configuration.window - waiting)
  }

  /// Offset of the first sample whose words are not known yet.
  var undecided: Int { pending.first?.utterance.start ?? endpointer.start }

  /// Offset of the first utterance whose words are being recognised; nil for none.
  var recognizing: Int? { pending.first?.utterance.start }

  /// Number of samples in memory.
  var buffered: Int {
    endpointer.buffered + pending.reduce(0) { $0 + $1.utterance.samples.count }
  }

  mutating func handle(_ action: Action) -> [Effect] {
    switch action {
    case .audio(let offset, let samples): audio(offset, samples)
    case .pause: pause()
    case .cut(let ms): cut(ms)
    case .finished(let id, let outcome): finished(id, outcome)
    case .finish: finish()
    case .cancel: cancel()
    }
  }

  private mutating func audio(_ offset: Int, _ samples: [Int16]) -> [Effect] {
    guard phase == .listening else { return [.refused(.ended)] }
    guard samples.count <= configuration.window else {
      return [.refused(.tooLarge(limit: configuration.window))]
    }
    guard (0...configuration.maxLength - samples.count).contains(offset) else {
      let limit = configuration.maxLength - samples.count
      return [.refused(.invalid("Invalid audio offset \(offset); expected 0 to \(limit) samples."))]
    }
    let new = samples.dropFirst(max(0, received - offset))
    let filled = max(0, offset - received)
    let gap = filled > configuration.maxFilledGap
    guard new.isEmpty || (gap ? 0 : filled) + new.count <= credit else {
      return [.refused(.busy(retryAfterMs: configuration.retryAfterMs, credit: credit))]
    }
    var effects: [Effect] = []
    var events: [Endpointer.Event] = []
    if filled > 0 && !new.isEmpty {
      effects.append(.gap(from: received, to: offset))
      if gap {
        events += endpointer.flush()
        endpointer.skip(to: offset)
      } else {
        events += endpointer.feedSilence(filled)
      }
    }
    events += endpointer.feed(Array(new))
    effects += jobs(events)
    return [.accepted(received: received, credit: credit)] + effects
  }

  private mutating func pause() -> [Effect] {
    guard phase == .listening else { return [] }
    return jobs(endpointer.flush())
  }

  private mutating func cut(_ ms: Int) -> [Effect] {
    guard phase == .listening else { return [] }
    guard ms >= startMs, ms - startMs <= configuration.maxLength / 16 else {
      return [.refused(.invalid("Invalid cut at \(ms) ms; expected a time within the stream."))]
    }
    return jobs(endpointer.cut(at: (ms - startMs) * 16))
  }

  private mutating func finish() -> [Effect] {
    guard phase == .listening else { return [] }
    let effects = jobs(endpointer.flush())
    phase = .finishing
    return effects + endWhenDone()
  }

  private mutating func cancel() -> [Effect] {
    guard phase == .listening || phase == .finishing else { return [] }
    end(.cancelled)
    return []
  }

  private mutating func jobs(_ events: [Endpointer.Event]) -> [Effect] {
    events.compactMap { event in
      switch event {
      case .utterance(let utterance):
        let id = RecognitionJob.ID(utterance: firstPending + pending.count, partial: nil)
        pending.append((utterance, nil))
        return .recognize(RecognitionJob(id: id, audio: utterance))
      case .speaking(let utterance):
        guard partialInFlight == nil else { return nil }
        let id = RecognitionJob.ID(utterance: firstPending + pending.count, partial: partials)
        partials += 1
        partialInFlight = (
          id, utterance.start, utterance.end, SpeechLevel.problem(of: utterance.samples)
        )
        return .recognize(RecognitionJob(id: id, audio: utterance))
      }
    }
  }

  private mutating func finished(_ id: RecognitionJob.ID, _ outcome: RecognitionOutcome)
    -> [Effect]
  {
    guard phase == .listening || phase == .finishing else { return [] }
    if id.partial != nil { return partialFinished(id, outcome) }
    let index = id.utterance - firstPending
    guard pending.indices.contains(index), pending[index].pieces == nil else {
      return []
    }
    let utterance = pending[index].utterance
    switch outcome {
    case .text(let text):
      pending[index].pieces = [
        SpokenPiece(samples: utterance.start..<utterance.end, text: text)
      ]
    case .spoken(let pieces): pending[index].pieces = pieces
    case .skipped: pending[index].pieces = []
    case .failed(let reason):
      end(.failed)
      return [.failed(reason: reason)]
    }
    return emitKnownLines() + endWhenDone()
  }

  private mutating func partialFinished(_ id: RecognitionJob.ID, _ outcome: RecognitionOutcome)
    -> [Effect]
  {
    guard let partial = partialInFlight, partial.id == id else { return [] }
    partialInFlight = nil
    // Once the utterance has ended, its final text is in progress, so a partial result would be
    // outdated. A failed partial result is ignored, because the final text fails too if the engine
    // is broken.
    guard id.utterance == firstPending + pending.count, case .text(let text) = outcome,
      !text.isEmpty
    else { return [] }
    return [
      .emitPartial(
        text: text, fromMs: ms(partial.start), toMs: ms(partial.end), signal: partial.signal)
    ]
  }

  /// Emits the lines whose text is known, in the order in which they were spoken.
  private mutating func emitKnownLines() -> [Effect] {
    var effects: [Effect] = []
    while let (utterance, pieces) = pending.first, let pieces {
      pending.removeFirst()
      firstPending += 1
      for piece in pieces where !piece.text.isEmpty {
        let line = TranscriptLine(
          index: lines.count, text: piece.text, fromMs: ms(piece.samples.lowerBound),
          toMs: ms(piece.samples.upperBound),
          contour: configuration.keepsLoudness ? LoudnessContour(of: utterance.samples) : nil,
          voice: piece.voice, isDoubtful: piece.isDoubtful)
        lines.append(line)
        effects.append(.emitFinal(line))
      }
    }
    return effects
  }

  private mutating func endWhenDone() -> [Effect] {
    guard phase == .finishing, pending.isEmpty else { return [] }
    end(.finished)
    return [.finished(lines)]
  }

  private mutating func end(_ phase: Phase) {
    self.phase = phase
    pending = []
    partialInFlight = nil
    endpointer = Endpointer(configuration.endpointing, at: received)
  }

  /// Meeting time of a sample, in milliseconds.
  private func ms(_ sample: Int) -> Int { startMs + sample / 16 }
}

/// An utterance as text.
struct TranscriptLine: Sendable, Equatable {
  /// Index among the lines of its stream, from 0 and without gaps.
  let index: Int
  let text: String
  /// Start and end of the utterance, in milliseconds of meeting time.
  let fromMs: Int
  let toMs: Int
  /// The loudness of its audio; nil unless the stream keeps it.
  var contour: LoudnessContour?
  /// The person whose voice was recognised; nil if the voice decides nothing.
  var voice: UUID?
  /// True if the voice may be another one than that of the person whose turn it is.
  var isDoubtful = false
}
