import Foundation
import Standups
import StandupsAPI

/// Formats meetings and standups as human-readable text.
struct MeetingPage {
  var console: Console
  var calendar: Calendar

  private var width: Int { max(30, console.width ?? 100) }

  /// A past meeting with its transcript.
  ///
  /// - Parameter isNumbered: true to number the lines of the transcript, from 1, and to show the
  ///   recognised words beside corrected ones.
  func lines(_ meeting: Meeting, of standup: Standup, isNumbered: Bool = false) -> [String] {
    let title = DisplayText.title(standup.title)
    var lines = [console.ink.bold(title), "Meeting \(meeting.id)", facts(meeting), ""]
    lines += notes(meeting)
    lines += updates(meeting)
    let mark = meeting.mark.map { ["", console.ink.red($0.note)] } ?? []
    guard !meeting.segments.isEmpty else {
      if let mark = meeting.mark, meeting.transcript == mark.text { return lines + [mark.note] }
      let text = DisplayText.safe(meeting.transcript)
      return lines
        + (text.isEmpty ? ["Nothing was recorded."] : DisplayText.wrap(text, width: width))
    }
    var last: Attendee.ID?
    for (index, segment) in meeting.segments.enumerated() {
      if segment.attendee != last {
        let name = DisplayText.safe(segment.speaker.isEmpty ? "Someone" : segment.speaker)
        lines.append(
          console.ink.bold(name) + console.ink.dim("  " + DurationText.clock(segment.fromMs)))
        last = segment.attendee
      }
      let number = isNumbered ? "\(index + 1)  " : ""
      lines += DisplayText.wrap(number + DisplayText.safe(segment.text), width: width - 2)
        .map { "  " + $0 }
      if isNumbered { lines += heard(segment) + doubt(segment) }
    }
    return lines + mark
  }

  /// A note that another person may have spoken the line, unless its speaker was corrected.
  private func doubt(_ segment: Segment) -> [String] {
    segment.voice == .doubtful && segment.heardAttendee == nil
      ? ["    " + console.ink.dim("speaker uncertain")] : []
  }

  /// The words and the speaker that were heard, if the line was corrected.
  func heard(_ segment: Segment) -> [String] {
    guard segment.isCorrected else { return [] }
    let speaker = segment.heardSpeaker.map { " as \(DisplayText.safe($0))" } ?? ""
    return DisplayText.wrap(
      "heard\(speaker): \(DisplayText.safe(segment.asHeard.text))", width: width - 4
    ).map { "    " + console.ink.dim($0) }
  }

  /// The follow-ups that were noted in the meeting.
  private func notes(_ meeting: Meeting) -> [String] {
    guard let notes = meeting.notes else { return [] }
    let lines = notes.flatMap { note -> [String] in
      let name = DisplayText.safe(note.attendee.displayName)
      return DisplayText.wrap(
        "\(note.isOpen ? "↪" : "✓") \(name): \(DisplayText.safe(note.text))", width: width)
    }
    return lines + [""]
  }

  /// The updates that were written for the meeting.
  private func updates(_ meeting: Meeting) -> [String] {
    let lines = meeting.writtenUpdates.flatMap { update in
      [
        console.ink.bold(DisplayText.safe(update.attendee.displayName))
          + console.ink.dim(update.isFromAbsent ? "  in writing, absent" : "  in writing")
      ] + text(update.lines)
    }
    return lines.isEmpty ? [] : lines + [""]
  }

  /// The date, the duration and the ending.
  func facts(_ meeting: Meeting) -> String {
    var parts = [date(meeting.date)]
    if let duration = meeting.durationMs {
      parts.append(DurationText.words(duration / 1000 * 1000))
    }
    if let planned = meeting.plannedMs { parts.append("planned \(DurationText.words(planned))") }
    if let paused = meeting.pausedMs, paused >= 1000 {
      parts.append("paused \(DurationText.words(paused / 1000 * 1000))")
    }
    switch meeting.ending {
    case .timeUp: parts.append("time ran out")
    case .saved: parts.append("ended early")
    case .written:
      parts.append("held in writing")
      let names = meeting.attendeesWithoutUpdate.map { DisplayText.safe($0.displayName) }
      if !names.isEmpty { parts.append("no update: \(names.joined(separator: ", "))") }
    case nil: break
    }
    return parts.joined(separator: ", ")
  }

  /// The local date and time, such as `2026-11-21 09:30`.
  func date(_ date: Date) -> String { "\(day(date)) \(time(date).prefix(5))" }

  /// The local time of day, such as `09:30:12`.
  func time(_ date: Date) -> String {
    let parts = calendar.dateComponents([.hour, .minute, .second], from: date)
    return [parts.hour, parts.minute, parts.second].map { Self.digits($0, 2) }.joined(
      separator: ":")
  }

  /// The local date and time, such as `2026-11-21 09:30:12`.
  func moment(_ date: Date) -> String { "\(day(date)) \(time(date))" }

  private func day(_ date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return
      "\(Self.digits(parts.year, 4))-\(Self.digits(parts.month, 2))-\(Self.digits(parts.day, 2))"
  }

  private static func digits(_ value: Int?, _ count: Int) -> String {
    let text = String(value ?? 0)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// Past meetings as a table.
  func table(_ meetings: [Meeting]) -> [String] {
    var table = Table(
      header: ["MEETING", "DATE", "DURATION", "TRANSCRIPT"], flexible: 3, optional: [2])
    table.rows = meetings.map {
      [
        String($0.id.description.prefix(8)), date($0.date),
        $0.durationMs.map { DurationText.words($0 / 1000 * 1000) } ?? "",
        DisplayText.truncate(DisplayText.safe($0.transcript), to: 60),
      ]
    }
    return table.lines(width: console.width, ink: console.ink)
  }

  /// The attendee's name, with the weight of the turn if it is longer than normal, and the name of
  /// the person if it differs.
  private static func attendee(
    _ attendee: Attendee, _ names: [Attendee.PersonID: String]
  ) -> String {
    let name = attendee.person.flatMap { names[$0] }.flatMap { $0 == attendee.name ? nil : $0 }
    return DisplayText.safe(attendee.displayName)
      + (attendee.share > 1 ? " ×\(attendee.share)" : "")
      + (name.map { " (\(DisplayText.safe($0)))" } ?? "")
  }

  /// A sentence about an absence, such as “Bob is absent through 2026-12-01.”; nil if the attendee
  /// is present.
  ///
  /// - Parameter ms: the current time, in milliseconds since 1970-01-01 UTC.
  func absence(_ attendee: Attendee, atMs ms: Int64) -> String? {
    guard attendee.isAbsent(atMs: ms), let untilMs = attendee.absentUntilMs else { return nil }
    return "\(DisplayText.safe(attendee.displayName)) is absent \(end(ofAbsence: untilMs))."
  }

  /// The last day of an absence that ends at midnight in the calendar's time zone, or else the time
  /// of its end.
  func end(ofAbsence ms: Int64) -> String {
    let end = Date(timeIntervalSince1970: Double(ms) / 1000)
    guard calendar.startOfDay(for: end) == end else { return "until " + date(end) }
    return "through " + date(end.addingTimeInterval(-1)).prefix(10)
  }

  /// A standup with its attendees.
  ///
  /// - Parameters:
  ///   - nowMs: the current time, in milliseconds since 1970-01-01 UTC. Past absences are omitted.
  ///   - names: names of the persons to whom attendees are linked, as far as they are known.
  func lines(
    _ summary: StandupSummary, nowMs: Int64, names: [Attendee.PersonID: String] = [:]
  ) -> [String] {
    let standup = summary.standup
    let title = DisplayText.title(standup.title)
    var lines = [
      console.ink.themed(standup.theme, " \(title) "),
      "ID         \(standup.id)",
      "Duration   \(DurationText.words(standup.durationMs))",
      "Theme      \(standup.theme.name)",
      "Attendees  "
        + standup.attendees.map { Self.attendee($0, names) }.joined(separator: ", "),
    ]
    let absent = standup.attendees.compactMap { attendee in
      attendee.absentUntilMs.flatMap { untilMs in
        attendee.isAbsent(atMs: nowMs)
          ? "\(DisplayText.safe(attendee.displayName)) \(end(ofAbsence: untilMs))" : nil
      }
    }
    if !absent.isEmpty { lines.append("Absent     " + absent.joined(separator: ", ")) }
    if let warnMs = standup.warnMs {
      lines.append("Warning    \(DurationText.words(warnMs)) before a turn ends")
    }
    if let team = standup.team { lines.append("Team       \(DisplayText.safe(team))") }
    if standup.mayRunOver == true { lines.append("Overtime   allowed") }
    if let language = standup.language { lines.append("Language   \(DisplayText.safe(language))") }
    if standup.isArchived == true { lines.append("Archived   yes") }
    if let live = summary.live { lines.append("Meeting    in progress (\(live))") }
    return lines
  }
}

extension CommandContext {
  var page: MeetingPage { MeetingPage(console: console, calendar: calendar) }
}

extension DisplayText {
  /// The title of a standup, or a default if it is empty.
  static func title(_ title: String) -> String {
    title.isEmpty ? "Untitled standup" : safe(title)
  }
}
