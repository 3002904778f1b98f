import Foundation
package import Spreadsheets

/// The turns of a meeting and the words of each, as a table for a spreadsheet.
public enum TurnsCSV {
  /// Creates a table with one row for each turn. If turns are unknown, it has one row for each
  /// stretch of speech. Rows without a turn and times at the end have the written updates.
  ///
  /// - Parameters:
  ///   - meeting: a past meeting.
  ///   - standup: the standup that it belongs to; supplies names that are missing from the meeting.
  public static func table(_ meeting: Meeting, of standup: Standup) -> String {
    var table = CSVTable()
    table.append(
      header: ["meeting", "started", "turn", "attendee", "name", "from_ms", "to_ms", "said"])
    let names = Dictionary(
      (meeting.attendees ?? standup.attendees.elements).map { ($0.id, $0.displayName) },
      uniquingKeysWith: { first, _ in first })
    let start: [CSVField] = [.text("\(meeting.id)"), .text(Minutes.instant(meeting.date))]
    for (index, turn) in turns(meeting).enumerated() {
      let name = turn.speaker.isEmpty ? names[turn.attendee] ?? "Someone" : turn.speaker
      table.append(
        start + [
          .number(index + 1), .text("\(turn.attendee)"), .line(name), .number(turn.fromMs),
          .number(turn.toMs), .line(turn.text),
        ])
    }
    for update in meeting.writtenUpdates {
      table.append(
        start + [
          .empty, .text("\(update.attendee.id)"), .line(update.attendee.displayName), .empty,
          .empty, .line(update.lines.joined(separator: " ")),
        ])
    }
    return table.text
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
}

extension CSVField {
  /// User text on one line, without characters that control its display.
  package static func line(_ text: String) -> CSVField { .text(PlainLine.clean(text)) }
}
