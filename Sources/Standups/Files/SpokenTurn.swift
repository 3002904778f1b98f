/// Consecutive words of one speaker.
package struct SpokenTurn: Hashable, Sendable {
  /// The attendee who spoke.
  package var attendee: Attendee.ID
  /// Name of the attendee at that time.
  package var speaker: String
  /// Start of the speech, in milliseconds of elapsed meeting time.
  package var fromMs: Int64
  /// End of the speech, in milliseconds of elapsed meeting time.
  package var toMs: Int64
  /// The recognised words as one string.
  package var text: String
}

extension Meeting {
  /// The segments, with consecutive segments of one speaker merged.
  package var spokenTurns: [SpokenTurn] {
    var turns: [SpokenTurn] = []
    for segment in segments {
      if let last = turns.last, last.attendee == segment.attendee {
        turns[turns.count - 1].text += " " + segment.text
        turns[turns.count - 1].toMs = segment.toMs
      } else {
        turns.append(
          SpokenTurn(
            attendee: segment.attendee, speaker: segment.speaker, fromMs: segment.fromMs,
            toMs: segment.toMs, text: segment.text))
      }
    }
    return turns
  }

  /// Sentence to show instead of a transcript without words; nil if it has some.
  package var silence: String? {
    guard segments.isEmpty else { return nil }
    if let mark, transcript == mark.text { return mark.note }
    guard transcript.allSatisfy(\.isWhitespace) else { return nil }
    if isErased == true { return "The transcript was erased." }
    return ending == .written ? "Held in writing." : "Nothing was recorded."
  }

  /// Time for which each attendee had the floor, in milliseconds; nil if unknown.
  var floorMs: [Attendee.ID: Int64]? {
    turns.map { Dictionary($0.map { ($0.attendee, $0.toMs - $0.fromMs) }, uniquingKeysWith: +) }
  }
}
