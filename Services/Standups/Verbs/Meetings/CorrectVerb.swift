import CommandLineKit
import Standups
import StandupsAPI

/// The `standups meetings correct` command.
enum CorrectVerb {
  private static let line = Argument<Int>.required(
    "LINE",
    help: "Number of the line, from 1, as “standups meetings show STANDUP --lines” prints it.")
  private static let text = Argument<[String]>.rest(
    "TEXT",
    help:
      "The corrected words: at most \(Segment.maxCorrectedBytes) bytes in one line. Several words are joined by"
      + " spaces.")
  private static let meeting = Argument<MeetingReference?>.option(
    "--meeting", help: "Id of the meeting, the start of the id, or “last”. Default: last.")
  private static let speaker = Argument<String?>.option(
    "--speaker", placeholder: "NAME", help: "Attendee who spoke the line.")
  private static let heard = Argument<Bool>.flag(
    "--heard", help: "Restore the words and the speaker that were heard.")

  static let verb = Verb(
    "correct", summary: "Correct a line of a transcript: its words, or who spoke them.",
    details:
      "The recognised words and speaker stay beside the line, and “--heard” restores them. Any member of the team can correct any line;"
      + " the event “meeting.lineCorrected” names the person. A line that someone else changes at the same time is"
      + " left as it is.",
    arguments: [MeetingsVerb.standup, line, text, meeting, speaker, heard],
    examples: [
      .init("standups meetings correct Daily 4 \"Kubernetes is up.\"", "The words of line 4."),
      .init("standups meetings correct Daily 4 --speaker Bob", "Bob spoke line 4."),
      .init("standups meetings correct Daily 4 --heard --meeting 3f2c", "As it was heard."),
    ],
    json: "{“meeting”, “segment”: {“attendee”, “speaker”, “fromMs”, “toMs”, “text”, “heard”,"
      + " “heardAttendee”, “heardSpeaker”, “voice”}}"
  ) { values, context in
    let words = try values[text].joined(separator: " ")
    let (number, name, isHeard) = (try values[line], try values[speaker], try values[heard])
    try Failure.require("LINE", number, in: 1...1_000_000)
    guard isHeard == (words.isEmpty && name == nil) else {
      throw Failure.usage("Give TEXT, --speaker or both, or else --heard.")
    }
    let reference = try values[meeting] ?? .last
    try await context.connected { connection in
      let finder = Finder(connection: connection)
      let found = try await finder.standup(try values[MeetingsVerb.standup])
      let past = try await finder.meeting(reference, of: found.id, withWords: false)
      let (first, others) = try await GetMeetingPart.parts(of: past.id, of: found.id) {
        try await connection.send($0)
      }
      let parts = [first] + others
      let place = try place(number, in: parts)
      let segment = parts[place.part].segments[place.line]
      var people = found.standup
      people.attendees = IdentifiedArray(parts.flatMap(\.possibleSpeakers))
      let corrected = try await connection.send(
        CorrectLine(
          standup: found.id, meeting: past.id, part: place.part == 0 ? nil : place.part + 1,
          line: place.line, was: .init(segment), text: words.isEmpty ? nil : words,
          attendee: try name.map { try LiveVerbs.attendee($0, of: people) },
          isHeard: isHeard ? true : nil))
      try context.show(corrected) {
        let line = corrected.segment
        return ["\(DisplayText.safe(line.speaker)): \(DisplayText.safe(line.text))"]
          + context.page.heard(line)
      }
    }
  }

  /// Returns the position of a line, from 0, and that of its part.
  ///
  /// - Parameter number: number of the line in the whole transcript, from 1.
  private static func place(_ number: Int, in parts: [Meeting]) throws -> (part: Int, line: Int) {
    var line = number - 1
    for (index, part) in parts.enumerated() {
      if line < part.segments.count { return (index, line) }
      line -= part.segments.count
    }
    let count = parts.reduce(0) { $0 + $1.segments.count }
    throw Failure.notFound(
      "The transcript has no line \(number); it has \(DisplayText.count(count, "line")).")
  }
}
