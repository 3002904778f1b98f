import Foundation

/// The turns of a meeting and the words of each, as a table for a spreadsheet (RFC 4180).
public enum TurnsCSV {
  /// Byte order mark, which makes Excel read the file as UTF-8; otherwise it assumes the machine's
  /// own encoding.
  private static let byteOrderMark = "\u{FEFF}"

  /// Creates a table with one row for each turn. If turns are unknown, it has one row for each
  /// stretch of speech. Rows without a turn and times at the end have the written updates.
  ///
  /// - Parameters:
  ///   - meeting: a past meeting.
  ///   - standup: the standup that it belongs to; supplies names that are missing from the meeting.
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
    let written = meeting.writtenUpdates.map { update in
      [
        "\(meeting.id)", Minutes.instant(meeting.date), "", "\(update.attendee.id)",
        update.attendee.displayName, "", "", update.lines.joined(separator: " "),
      ]
    }
    return byteOrderMark
      + ([header] + rows + written).map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func turns(_ meeting: Meeting) -> [SpokenTurn] {
    guard let turns = meeting.turns, !turns.isEmpty else { return meeting.spokenTurns }
    return turns.enumerated().map { index, turn in
      // Words belong to the turn in which they begin; words before the first turn or after the last
      // one belong to that turn.
      let said = meeting.segments.filter { segment in
        segment.attendee == turn.attendee
          && owner(of: segment, turns) == index
      }
      return SpokenTurn(
        attendee: turn.attendee, speaker: said.first?.speaker ?? "", fromMs: turn.fromMs,
        toMs: turn.toMs, text: said.map(\.text).joined(separator: " "))
    }
  }

  /// Returns the index of the speaker's last turn that had begun when the words began, or else of
  /// the speaker's first turn.
  private static func owner(of segment: Segment, _ turns: [Meeting.Turn]) -> Int? {
    let own = turns.indices.filter { turns[$0].attendee == segment.attendee }
    return own.last { turns[$0].fromMs <= segment.fromMs } ?? own.first
  }

  /// Formats a field, with quotes if necessary. A value that a spreadsheet would evaluate as a
  /// formula gets a leading apostrophe (OWASP, CSV injection).
  private static func field(_ text: String) -> String {
    var text = PlainLine.clean(text)
    if let first = text.first, "=+-@".contains(first), Int64(text) == nil { text = "'" + text }
    guard text.contains(where: { ",\"".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
