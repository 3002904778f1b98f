import Threads

@testable import TranscriptionService

/// Engines for tests.
extension SpeechEngine {
  /// An engine whose calls fail with the name of the function.
  static let unimplemented = SpeechEngine(
    status: .ready(model: "unimplemented"), capacity: 1,
    findSpeech: { _ in throw SpeechError(.unimplemented, "SpeechEngine.findSpeech was called.") },
    transcribe: { _ in throw SpeechError(.unimplemented, "SpeechEngine.transcribe was called.") })

  /// An engine that recognises the given texts, one per call, and then nothing.
  static func scripted(_ texts: [String], capacity: Int = 1) -> SpeechEngine {
    let script = Script(texts)
    return SpeechEngine(
      status: .ready(model: "scripted"), capacity: capacity,
      findSpeech: { $0.indices }, transcribe: { _ in script.next() ?? "" })
  }

  /// An engine that recognises the given texts, one per call, and then fails.
  static func failing(after texts: [String] = []) -> SpeechEngine {
    let script = Script(texts)
    return SpeechEngine(
      status: .ready(model: "failing"), capacity: 1, findSpeech: { $0.indices },
      transcribe: { _ in
        guard let text = script.next() else {
          throw SpeechError(.recognition, "The speech engine failed.")
        }
        return text
      })
  }
}

private final class Script: Sendable {
  private let texts: Locked<ArraySlice<String>>
  init(_ texts: [String]) { self.texts = Locked(texts[...]) }
  func next() -> String? { texts.withLock { $0.popFirst() } }
}
