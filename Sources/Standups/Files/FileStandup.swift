import Foundation

/// A standup as the apps write it, with what we know beyond that, which the apps pass over.
struct FileStandup: Codable {
  var id: Standup.ID
  var title: String
  var duration: Duration
  var theme: FileTheme
  var attendees: [FileAttendee]
  var warnMs: Int64?
  var mayRunOver: Bool?
  var meetings: [FileMeeting]?

  init(_ standup: Standup, dialect: StandupsJSON.Dialect) {
    id = standup.id
    title = standup.title
    duration = .milliseconds(standup.durationMs)
    theme = FileTheme(
      theme: standup.theme,
      name: dialect == .syncUps ? standup.theme.syncUpsName : standup.theme.rawValue)
    attendees = standup.attendees.map {
      FileAttendee(id: $0.id, name: $0.name, weight: $0.weight, absentUntilMs: $0.absentUntilMs)
    }
    warnMs = standup.warnMs
    mayRunOver = standup.mayRunOver
  }

  /// The standup, with its meetings in the order of the file.
  var value: StandupWithMeetings {
    StandupWithMeetings(
      standup: Standup(
        id: id, title: title, durationMs: duration.wholeMilliseconds, theme: theme.theme,
        attendees: IdentifiedArray(
          attendees.map {
            Attendee(
              id: $0.id, name: $0.name, weight: $0.weight, absentUntilMs: $0.absentUntilMs)
          }),
        warnMs: warnMs, mayRunOver: mayRunOver == true ? true : nil),
      meetings: (meetings ?? []).map(\.value))
  }
}

struct FileAttendee: Codable {
  var id: Attendee.ID
  var name: String
  var weight: Int?
  var absentUntilMs: Int64?
}

/// A meeting as the apps write it, with what we know beyond that, which the apps pass over.
struct FileMeeting: Codable {
  var id: Meeting.ID
  /// `JSONEncoder` writes and reads it as seconds since 2001-01-01 UTC unless told otherwise.
  var date: Date
  var transcript: String
  var segments: [Segment]?
  var durationMs: Int64?
  var ending: Meeting.Ending?
  var attendees: [Attendee]?
  var turns: [Meeting.Turn]?
  /// Of a long meeting that is handed over in parts; a file on a disk has whole ones.
  var part: Int?
  var parts: Int?
  var notes: [FollowUp]?
  var isErased: Bool?

  init(_ meeting: Meeting) {
    id = meeting.id
    date = meeting.date
    transcript = meeting.transcript
    segments = meeting.segments.isEmpty ? nil : meeting.segments
    durationMs = meeting.durationMs
    ending = meeting.ending
    attendees = meeting.attendees
    turns = meeting.turns
    part = meeting.part
    parts = meeting.parts
    notes = meeting.notes
    isErased = meeting.isErased
  }

  var value: Meeting {
    var meeting = Meeting(
      id: id, date: date, transcript: transcript, segments: segments ?? [], durationMs: durationMs,
      ending: ending, attendees: attendees?.map(\.person), turns: turns, part: part, parts: parts,
      notes: notes?.unlessEmpty)
    meeting.isErased = isErased
    return meeting
  }
}

extension FileMeeting {
  /// Times within a meeting, in milliseconds: twice the longest one, as last words may come late.
  private static let timesMs: ClosedRange<Int64> = 0...2 * Standup.durationsMs.upperBound

  /// What is wrong with what the apps do not know, with its place in the meeting; nil if it can be saved.
  var problem: StandupsJSONError? {
    if let durationMs, !Self.timesMs.contains(durationMs) {
      return StandupsJSONError(path: ".durationMs", problem: "it has to be from 0 to 48 hours")
    }
    guard (1...Meeting.mostParts).contains(parts ?? 1), (1...(parts ?? 1)).contains(part ?? 1)
    else {
      return StandupsJSONError(
        path: ".part", problem: "a meeting has at most \(Meeting.mostParts) parts, from 1 on")
    }
    for (index, segment) in (segments ?? []).enumerated() {
      if !Self.isStretch(segment.fromMs, segment.toMs) {
        return StandupsJSONError(path: ".segments[\(index)]", problem: Self.noStretch)
      }
      if segment.speaker.unicodeScalars.count > Standup.longestText {
        return StandupsJSONError(
          path: ".segments[\(index)].speaker",
          problem: "a name has at most \(Standup.longestText) characters")
      }
    }
    for (index, turn) in (turns ?? []).enumerated() where !Self.isStretch(turn.fromMs, turn.toMs) {
      return StandupsJSONError(path: ".turns[\(index)]", problem: Self.noStretch)
    }
    let people = attendees ?? []
    guard IdentifiedArray(people).count == people.count else {
      return StandupsJSONError(path: ".attendees", problem: "two attendees have the same id")
    }
    guard Meeting.peopleBytes(people, turns: turns?.count ?? 0) <= Meeting.mostPeopleBytes else {
      return StandupsJSONError(
        path: ".attendees",
        problem: "with the turns they come to more than \(Meeting.mostPeopleBytes) bytes")
    }
    return problemOfNotes
  }

  private var problemOfNotes: StandupsJSONError? {
    let notes = notes ?? []
    guard notes.count <= FollowUp.mostInMeeting, notes.estimatedBytes <= FollowUp.mostBytesInMeeting
    else {
      return StandupsJSONError(
        path: ".notes",
        problem: "a meeting has at most \(FollowUp.mostInMeeting) notes of"
          + " \(FollowUp.mostBytesInMeeting) bytes together")
    }
    guard IdentifiedArray(notes).count == notes.count else {
      return StandupsJSONError(path: ".notes", problem: "two notes have the same id")
    }
    for (index, note) in notes.enumerated() {
      if FollowUp.text(note.text) != note.text {
        return StandupsJSONError(
          path: ".notes[\(index)].text",
          problem: "a note is one line of 1 to \(FollowUp.longestText) characters")
      }
      if note.meeting != id {
        return StandupsJSONError(
          path: ".notes[\(index)].meeting", problem: "the note is of another meeting")
      }
      if note.attendee.name.unicodeScalars.count > Standup.longestText {
        return StandupsJSONError(
          path: ".notes[\(index)].attendee.name",
          problem: "a name has at most \(Standup.longestText) characters")
      }
    }
    return nil
  }

  private static func isStretch(_ fromMs: Int64, _ toMs: Int64) -> Bool {
    timesMs.contains(fromMs) && timesMs.contains(toMs) && fromMs <= toMs
  }

  private static let noStretch = "it has to begin and end, in this order, within 48 hours"
}

/// The name of a theme in either dialect.
struct FileTheme: Codable {
  var theme: Theme
  var name: String

  init(theme: Theme, name: String) {
    self.theme = theme
    self.name = name
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    name = try container.decode(String.self)
    guard let theme = Theme(fileName: name) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "there is no theme “\(name)”")
    }
    self.theme = theme
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

extension Duration {
  /// Rounded to the nearest millisecond; the range of `Int64` at most.
  fileprivate var wholeMilliseconds: Int64 {
    // Not `components`: that stops the program for what a file may say.
    let perMillisecond: Int128 = 1_000_000_000_000_000
    let (milliseconds, rest) = attoseconds.quotientAndRemainder(dividingBy: perMillisecond)
    let rounded = milliseconds + (2 * rest >= perMillisecond ? 1 : 0)
    return Int64(clamping: rounded)
  }
}
