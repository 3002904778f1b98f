import Documents
import PeopleAPI
import TranscriptionAPI

/// Consents to the recognition of voices with which a decision of the people service begins.
enum BegunVoices {
  /// The voices of persons who have agreed, by their ids. Nothing was learned about them yet.
  static func voices(in changes: [DocumentChange]) -> [String: RoomVoice] {
    var voices: [String: RoomVoice] = [:]
    for document in changes.compactMap(\.document)
    where document.collection == SavedVoice.collection {
      guard let voice = try? document.body.decode(as: SavedVoice.self), voice.print == nil,
        voice.usedMs == nil
      else { continue }
      voices[document.id] = RoomVoice(person: document.id, consent: voice.consent)
    }
    return voices
  }
}
