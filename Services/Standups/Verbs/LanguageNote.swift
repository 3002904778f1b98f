import Schema
import Standups
import TranscriptionAPI

/// Checks whether the language of a standup can be recognised, which another service knows.
enum LanguageNote {
  /// Returns a note if no model recognises the language, before a meeting has to; nil if one does, or if
  /// transcription is unavailable.
  static func of(_ standup: Standup, _ connection: Connection) async throws -> String? {
    guard let language = standup.language else { return nil }
    let known = try await connection.besides { try await $0.send(ListSpeechLanguages()) }
    guard let known, let standard = known.standard else { return nil }
    let recognized = Set(known.languages + [standard])
    guard recognized.isDisjoint(with: LanguageTag.lookup(language)) else { return nil }
    return
      "No speech model for the language “\(DisplayText.safe(language))” is installed, so meetings cannot be recorded. An operator"
      + " can install one with “standups engine add \(DisplayText.safe(language))”."
  }
}
