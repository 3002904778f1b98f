/// What one said without another in between.
package struct SpokenTurn: Hashable, Sendable {
  /// Who spoke.
  package var attendee: Attendee.ID
  /// The name at that time.
  package var speaker: String
  /// Where it begins, in milliseconds of elapsed meeting time.
  package var fromMs: Int64
  /// Where it ends, in milliseconds of elapsed meeting time.
  package var toMs: Int64
  /// The words.
  package var text: String
}

extension Meeting {
  /// The segments, with those of one speaker that follow one another in one.
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

  /// What is to be said in the place of words; nil where there are some.
  package var silence: String? {
    guard segments.isEmpty else { return nil }
    if let mark, transcript == mark.text { return mark.note }
    guard transcript.allSatisfy(\.isWhitespace) else { return nil }
    return isErased == true ? "The transcript was erased." : "Nothing was recorded."
  }

  /// How long each had the floor, in milliseconds; nil where that is not known.
  var floorMs: [Attendee.ID: Int64]? {
    turns.map { Dictionary($0.map { ($0.attendee, $0.toMs - $0.fromMs) }, uniquingKeysWith: +) }
  }
}
