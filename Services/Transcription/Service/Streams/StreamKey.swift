import Foundation

/// Identifies an open stream: the microphone of the room, the own microphone of a person, or a dictation.
struct StreamKey: Hashable, Sendable {
  /// Id of the piece of work, `owner/name`.
  let id: String
  /// The person whose own microphone it is; nil for the room and for a dictation.
  var person: UUID?
  /// True for a dictation, which no command about streams finds.
  var isDictation = false

  /// True for the microphone of the room.
  var isRoom: Bool { person == nil && !isDictation }
}
