import Bus
import Foundation
import StandupsLogging
import TranscriptionAPI
import Voices

/// Recognises the voices in the streams of rooms, beside the words and behind them.
extension TranscriptionService {
  /// Maximum time for which a line waits for its voices after its words are known, in milliseconds.
  static let maxVoiceDelayMs = 300

  /// Adds the audio of a job to the windows of its utterance.
  func compareVoices(of job: RecognitionJob, in key: StreamKey) {
    guard let stream = streams[key], stream.voices?.isListening == true else { return }
    streams[key]?.voices?.add(
      job.id.utterance, job.audio, fromMs: stream.ms(ofAudioMs: job.audio.start / 16),
      isFinal: job.priority == .final)
    compareNext(of: key)
  }

  /// Computes the windows of a stream one after the other, each when no line waits for a transcriber.
  private func compareNext(of key: StreamKey) {
    guard let serial = streams[key]?.serial, let window = streams[key]?.voices?.next() else {
      return
    }
    let language = streams[key]?.language
    streams[key]?.comparing = Task {
      await waitUntilIdle(language)
      var embedding: VoiceEmbedding?
      // The consent may have been withdrawn, or the line been delivered.
      if !Task.isCancelled, streams[key]?.serial == serial,
        streams[key]?.voices?.needs(window) == true
      {
        metrics?.voiceWindows.add()
        do {
          embedding = try await voices.embedding(window.samples)
        } catch {
          // Audio without a voice, such as digital silence.
          log.debug("A window has no voice: \(error)", ["id": LogValue(key.id)])
        }
      }
      guard streams[key]?.serial == serial else { return }
      streams[key]?.voices?.computed(window, embedding)
      releaseCompared(of: key)
      reassignLate(of: key)
      compareNext(of: key)
    }
  }

  /// Reports delivered lines again whose voices were compared since.
  func reassignLate(of key: StreamKey) {
    guard let first = streams[key]?.firstUndecided,
      let changed = streams[key]?.voices?.attributeLate(before: first)
    else { return }
    streams[key]?.reassign(changed)
  }

  /// Returns once no line waits for a transcriber.
  private func waitUntilIdle(_ language: String?) async {
    guard let language else { return await recognizer.waitUntilIdle() }
    guard let recognizer = try? await pools[language]?.recognizer.value else { return }
    await recognizer.waitUntilIdle()
  }

  /// Divides an utterance whose words are known at the changes of voice.
  ///
  /// - Returns: the same outcome if the voices decide nothing, or are late.
  func divided(
    _ outcome: RecognitionOutcome, of job: RecognitionJob, in key: StreamKey, _ serial: Int
  ) async -> RecognitionOutcome {
    let number = job.id.utterance
    guard job.priority == .final, streams[key]?.voices != nil else { return outcome }
    guard case .text(let text) = outcome, !text.isEmpty else {
      streams[key]?.voices?.drop(number)
      return outcome
    }
    await hold(key, until: .voices(ofUtterance: number), maxMs: Self.maxVoiceDelayMs)
    guard streams[key]?.serial == serial, let stream = streams[key] else { return outcome }
    guard stream.voices?.isComplete(number) == true else {
      metrics?.lateVoices.add()
      streams[key]?.voices?.postpone(number)
      return outcome
    }
    let spans = streams[key]?.voices?.attribute(number) ?? []
    if let changed = streams[key]?.voices?.reconsider() { streams[key]?.reassign(changed) }
    guard let first = spans.first else { return outcome }
    guard spans.count > 1 else {
      return .spoken([
        SpokenPiece(
          samples: job.audio.start..<job.audio.end, text: text, voice: first.person,
          isDoubtful: first.isDoubtful)
      ])
    }
    return .spoken(await pieces(of: job, text, spans, language: stream.language))
  }

  /// Minimum share of the words of an utterance that its pieces must have, in percent.
  private static let minWordsPercent = 60

  /// Recognises the pieces of an utterance. If words are lost between them, returns the whole one without
  /// a voice.
  private func pieces(
    of job: RecognitionJob, _ text: String, _ spans: [StreamVoices.Span], language: String?
  ) async -> [SpokenPiece] {
    let audio = job.audio
    var pieces: [SpokenPiece] = []
    for (index, span) in spans.enumerated() {
      let end = index + 1 < spans.count ? spans[index + 1].from : audio.samples.count
      guard span.from < end else { continue }
      let piece = Utterance(
        start: audio.start + span.from, samples: Array(audio.samples[span.from..<end]))
      let outcome = await self.outcome(of: RecognitionJob(id: job.id, audio: piece), in: language)
      guard case .text(let words) = outcome, !words.isEmpty else { continue }
      pieces.append(
        SpokenPiece(
          samples: piece.start..<piece.end, text: words, voice: span.person,
          isDoubtful: span.isDoubtful))
    }
    let count = pieces.reduce(0) { $0 + Self.wordCount($1.text) }
    guard 100 * count >= Self.minWordsPercent * Self.wordCount(text) else {
      return [
        SpokenPiece(samples: audio.start..<audio.end, text: text, voice: nil, isDoubtful: true)
      ]
    }
    return pieces
  }

  private static func wordCount(_ text: String) -> Int {
    text.split(whereSeparator: \.isWhitespace).count
  }

  /// Removes the voice from a line that is about to be delivered if its person no longer agrees.
  func permitted(
    _ line: TranscriptionAPI.TranscriptLine, of key: StreamKey
  ) -> TranscriptionAPI.TranscriptLine {
    guard let voice = line.voice, let voices = streams[key]?.voices,
      UUID(uuidString: voice).map({ voices.consents[$0] == nil }) ?? true
    else { return line }
    var line = line
    line.voice = nil
    return line
  }
}
