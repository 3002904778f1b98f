import Foundation

/// The minutes of a past meeting as Markdown (CommonMark).
public enum Minutes {
  /// Renders the minutes.
  ///
  /// - Parameters:
  ///   - meeting: the past meeting.
  ///   - standup: the standup that it belongs to.
  /// - Returns: the document, which ends with a line break.
  public static func markdown(_ meeting: Meeting, of standup: Standup) -> String {
    let title = standup.title.allSatisfy(\.isWhitespace) ? "Standup" : standup.title
    var blocks = ["# \(Markdown.escape(title))", facts(meeting)]
    blocks += attendees(meeting, standup)
    blocks += notes(meeting)
    blocks += updates(meeting)
    blocks.append("## Transcript")
    blocks += transcript(meeting)
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// The people listed in the minutes.
  struct People {
    struct Person {
      var name: String
      /// Time for which the person had the floor, in milliseconds; nil if unknown.
      var floorMs: Int64?
      /// `late` or `absent`; nil for a person who was present from the start, and if that is unknown.
      var presence: String?
    }
    var title = "Attendees"
    /// Remark above the names; nil for none.
    var note: String?
    var names: [Person]
  }

  /// Returns the attendees of the meeting, with the time for which each had the floor, and then the
  /// attendees who were left out. If they are unknown, returns the speakers of its segments; without segments, the current attendees of the
  /// standup, with a note that explains this.
  static func people(_ meeting: Meeting, _ standup: Standup) -> People {
    guard let attendees = meeting.attendees else {
      let speakers = meeting.segments.map { Attendee(id: $0.attendee, name: $0.speaker) }
      guard speakers.isEmpty else {
        return People(
          title: "Speakers", names: IdentifiedArray(speakers).map { .init(name: $0.displayName) })
      }
      return People(
        note:
          "The attendees of this meeting are unknown; these are the current attendees of the standup.",
        names: standup.attendees.map { .init(name: $0.displayName) })
    }
    let floor = meeting.floorMs
    let absent = IdentifiedArray(meeting.absent ?? [])
    let late = Set(meeting.late ?? [])
    let present = attendees.map { attendee in
      People.Person(
        name: attendee.displayName, floorMs: floor.map { $0[attendee.id] ?? 0 },
        presence: absent.contains(id: attendee.id)
          ? "absent" : late.contains(attendee.id) ? "late" : nil)
    }
    let known = Set(attendees.map(\.id))
    let out = absent.filter { !known.contains($0.id) }
    return People(
      names: present + out.map { .init(name: $0.displayName, presence: "absent") })
  }

  private static func attendees(_ meeting: Meeting, _ standup: Standup) -> [String] {
    let people = people(meeting, standup)
    let names = people.names.map { person in
      let remarks = [person.floorMs.map(clock), person.presence].compactMap(\.self)
      return "- " + Markdown.escape(person.name)
        + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
    }
    return ["## \(people.title)"] + [people.note.map { "*\($0)*" }].compactMap(\.self)
      + [names.joined(separator: "\n")]
  }

  /// Returns the follow-ups as a task list (GitHub Flavored Markdown, 5.3).
  private static func notes(_ meeting: Meeting) -> [String] {
    guard let notes = meeting.notes else { return [] }
    let lines = notes.map { note in
      "- [\(note.isOpen ? " " : "x")] **\(Markdown.escape(note.attendee.displayName))**: "
        + Markdown.escape(note.text)
    }
    return ["## Follow-ups", lines.joined(separator: "\n")]
  }

  /// Returns the written updates, in the order of `writtenUpdates`.
  private static func updates(_ meeting: Meeting) -> [String] {
    let blocks = meeting.writtenUpdates.map { update in
      "**\(Markdown.escape(update.attendee.displayName))**\(update.isFromAbsent ? " (absent)" : "")  \n"
        + update.lines.map { Markdown.escape(String($0)) }.joined(separator: "  \n")
    }
    return blocks.isEmpty ? [] : ["## Written updates"] + blocks
  }

  /// Formats a date and time for display, in UTC.
  static func date(_ date: Date) -> String {
    Date.ISO8601FormatStyle()
      .year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false)
      .format(date)
  }

  /// Formats a date and time for programs (RFC 3339).
  static func instant(_ date: Date) -> String { date.formatted(.iso8601) }

  private static func facts(_ meeting: Meeting) -> String {
    var lines = ["- Date: \(date(meeting.date)) UTC"]
    if let duration = meeting.durationMs { lines.append("- Duration: \(clock(duration))") }
    if let planned = meeting.plannedMs { lines.append("- Planned: \(clock(planned))") }
    if let paused = meeting.pausedMs, paused >= 1000 {
      lines.append("- Paused: \(clock(paused))")
    }
    switch meeting.ending {
    case .timeUp: lines.append("- Ended: time ran out")
    case .saved: lines.append("- Ended: early")
    case .written: lines += ["- Held in writing"] + silent(meeting)
    case nil: break
    }
    return lines.joined(separator: "\n")
  }

  /// The attendees without an update in a meeting in writing; empty for none.
  private static func silent(_ meeting: Meeting) -> [String] {
    let names = meeting.attendeesWithoutUpdate.map { Markdown.escape($0.displayName) }
    return names.isEmpty ? [] : ["- No update: \(names.joined(separator: ", "))"]
  }

  private static func transcript(_ meeting: Meeting) -> [String] {
    if let silence = meeting.silence { return ["*\(silence)*"] }
    guard !meeting.segments.isEmpty else { return [Markdown.escape(meeting.transcript)] }
    let turns = meeting.spokenTurns.map { turn in
      "**\(Markdown.escape(turn.speaker))** (\(clock(turn.fromMs))–\(clock(turn.toMs)))  \n"
        + Markdown.escape(turn.text)
    }
    return turns + [meeting.mark.map { "*\($0.note)*" }].compactMap(\.self)
  }

  /// Formats a duration in minutes and seconds, such as `1:05`, preceded by hours if it has any.
  static func clock(_ ms: Int64) -> String {
    let seconds = max(0, ms) / 1000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }
}
