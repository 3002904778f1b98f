import Foundation

/// The minutes of a past meeting as Markdown (CommonMark).
public enum Minutes {
  /// - Parameters:
  ///   - meeting: what was said.
  ///   - standup: whose meeting it was.
  /// - Returns: the document, which ends with a line break.
  public static func markdown(_ meeting: Meeting, of standup: Standup) -> String {
    let title = standup.title.allSatisfy(\.isWhitespace) ? "Standup" : standup.title
    var blocks = ["# \(Markdown.escape(title))", facts(meeting)]
    blocks += attendees(meeting, standup)
    blocks.append("## Transcript")
    blocks += transcript(meeting)
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// Those of the meeting, with how long each had the floor; where they are not known, those of whom words
  /// are known, or those of today, and it is said so.
  private static func attendees(_ meeting: Meeting, _ standup: Standup) -> [String] {
    func list(_ names: [String]) -> String { names.map { "- \($0)" }.joined(separator: "\n") }
    guard let attendees = meeting.attendees else {
      let speakers = meeting.segments.map { Attendee(id: $0.attendee, name: $0.speaker) }
      if !speakers.isEmpty {
        return [
          "## Who spoke", list(IdentifiedArray(speakers).map { Markdown.escape($0.displayName) }),
        ]
      }
      let names = standup.attendees.map { Markdown.escape($0.displayName) }
      return [
        "## Attendees", "*As the standup is today; those of the meeting are not known.*",
        list(names),
      ]
    }
    let turns = meeting.turns.map { turns in
      Dictionary(turns.map { ($0.attendee, $0.toMs - $0.fromMs) }, uniquingKeysWith: +)
    }
    let names = attendees.map { attendee in
      let time = turns.map { " (\(clock($0[attendee.id] ?? 0)))" } ?? ""
      return Markdown.escape(attendee.displayName) + time
    }
    return ["## Attendees", list(names)]
  }

  private static func facts(_ meeting: Meeting) -> String {
    let date = Date.ISO8601FormatStyle()
      .year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false)
      .format(meeting.date)
    var lines = ["- Date: \(date) UTC"]
    if let duration = meeting.durationMs { lines.append("- Duration: \(clock(duration))") }
    switch meeting.ending {
    case .timeUp: lines.append("- Ended: the time was up")
    case .saved: lines.append("- Ended: early")
    case nil: break
    }
    return lines.joined(separator: "\n")
  }

  private static func transcript(_ meeting: Meeting) -> [String] {
    let notes = meeting.mark.map { ["*\($0.note)*"] } ?? []
    guard !meeting.segments.isEmpty else {
      if let mark = meeting.mark, meeting.transcript == mark.text { return notes }
      return [
        meeting.transcript.allSatisfy(\.isWhitespace)
          ? meeting.isErased == true ? "*What was said was erased.*" : "*Nothing was recorded.*"
          : Markdown.escape(meeting.transcript)
      ]
    }
    var blocks: [String] = []
    var turn: [Segment] = []
    func close() {
      guard let first = turn.first, let last = turn.last else { return }
      let text = turn.map(\.text).joined(separator: " ")
      blocks.append(
        "**\(Markdown.escape(first.speaker))** (\(clock(first.fromMs))–\(clock(last.toMs)))  \n"
          + Markdown.escape(text))
    }
    for segment in meeting.segments {
      if let last = turn.last, last.attendee != segment.attendee {
        close()
        turn = []
      }
      turn.append(segment)
    }
    close()
    return blocks + notes
  }

  /// Minutes and seconds, such as `1:05`; with hours where there are any.
  static func clock(_ ms: Int64) -> String {
    let seconds = max(0, ms) / 1000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }
}
