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
    blocks.append("## Attendees")
    blocks.append(
      standup.attendees.map { "- \(Markdown.escape($0.displayName))" }.joined(separator: "\n"))
    blocks.append("## Transcript")
    blocks += transcript(meeting)
    return blocks.joined(separator: "\n\n") + "\n"
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
    let notes = MeetingSession.Mark.allCases.filter { meeting.transcript.hasSuffix($0.text) }
      .map(\.note)
    guard !meeting.segments.isEmpty else {
      if meeting.transcript == MeetingSession.Mark.denial.text { return notes }
      return [
        meeting.transcript.allSatisfy(\.isWhitespace)
          ? "*Nothing was recorded.*" : Markdown.escape(meeting.transcript)
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

extension MeetingSession.Mark {
  /// What it says, below a transcript.
  fileprivate var note: String {
    switch self {
    case .failure: "*Speech recognition failed; what was said later is missing.*"
    case .denial: "*Recording was stopped, as it was no longer allowed.*"
    }
  }
}
