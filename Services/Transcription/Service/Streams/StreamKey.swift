import Foundation

/// Identifies an open stream: the microphone of the room, or the own microphone of a person.
struct StreamKey: Hashable, Sendable {
  /// Id of the piece of work, `owner/name`.
  let id: String
  /// The person who speaks; nil for the room.
  var person: UUID?
}
