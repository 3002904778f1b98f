import Foundation

/// Who had the floor when, and what was said in it, as a table for a spreadsheet (RFC 4180).
public enum TurnsCSV {
  /// Without it Excel takes UTF-8 for the machine's own encoding.
  private static let byteOrderMark = "\u{FEFF}"

  /// One row for each turn; where turns are not known, one for each time that somebody spoke.
  ///
  /// - Parameters:
  ///   - meeting: a past meeting.
  ///   - standup: whose meeting it was, for names that the meeting does not know.
  public static func table(_ meeting: Meeting, of standup: Standup) -> String {
    let header = [
      "meeting", "started", "turn", "attendee", "name", "from_ms", "to_ms", "said",
    ]
    let names = Dictionary(
      (meeting.attendees ?? standup.attendees.elements).map { ($0.id, $0.displayName) },
      uniquingKeysWith: { first, _ in first })
    let rows = turns(meeting).enumerated().map { index, turn in
      [
        "\(meeting.id)", Minutes.instant(meeting.date), "\(index + 1)", "\(turn.attendee)",
        turn.speaker.isEmpty ? names[turn.attendee] ?? "Someone" : turn.speaker, "\(turn.fromMs)",
        "\(turn.toMs)", turn.text,
      ]
    }
    return byteOrderMark
      + ([header] + rows).map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func turns(_ meeting: Meeting) -> [SpokenTurn] {
    guard let turns = meeting.turns, !turns.isEmpty else { return meeting.spokenTurns }
    return turns.enumerated().map { index, turn in
      // Words are the turn's in which they begin, and those before the first or after the last belong to these.
      let said = meeting.segments.filter { segment in
        segment.attendee == turn.attendee
          && owner(of: segment, turns) == index
      }
      return SpokenTurn(
        attendee: turn.attendee, speaker: said.first?.speaker ?? "", fromMs: turn.fromMs,
        toMs: turn.toMs, text: said.map(\.text).joined(separator: " "))
    }
  }

  /// The last turn of the speaker that began before the words did, or else the first.
  private static func owner(of segment: Segment, _ turns: [Meeting.Turn]) -> Int? {
    let own = turns.indices.filter { turns[$0].attendee == segment.attendee }
    return own.last { turns[$0].fromMs <= segment.fromMs } ?? own.first
  }

  /// A field in quotes where it needs them. What a spreadsheet would take for a formula begins with an apostrophe
  /// (OWASP, CSV injection).
  private static func field(_ text: String) -> String {
    var text = PlainLine.clean(text)
    if let first = text.first, "=+-@".contains(first), Int64(text) == nil { text = "'" + text }
    guard text.contains(where: { ",\"".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
