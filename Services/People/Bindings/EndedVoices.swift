import Documents
import PeopleAPI

/// Consents to the recognition of voices that a decision of the people service ends: by a withdrawal,
/// with the person, or after 90 days without use. No event reports them.
enum EndedVoices {
  /// The ids of the persons whose voice must no longer be recognised once the changes are durable. A
  /// person without a consent may be among them.
  static func people(in changes: [DocumentChange]) -> [String] {
    changes.compactMap { change in
      guard case .delete(SavedVoice.collection, let id) = change else { return nil }
      return id
    }
  }
}
