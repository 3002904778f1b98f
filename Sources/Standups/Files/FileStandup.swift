import Foundation

/// A standup in the file format of the apps, with additional members that the apps ignore.
struct FileStandup: Codable {
  var id: Standup.ID
  var title: String
  var duration: Duration
  var theme: FileTheme
  var attendees: [FileAttendee]
  var warnMs: Int64?
  var mayRunOver: Bool?
  var isArchived: Bool?
  var language: String?
  var meetings: [FileMeeting]?

  init(_ standup: Standup, dialect: StandupsJSON.Dialect) {
    id = standup.id
    title = standup.title
    duration = .milliseconds(standup.durationMs)
    theme = FileTheme(
      theme: standup.theme,
      name: dialect == .syncUps ? standup.theme.syncUpsName : standup.theme.rawValue)
    attendees = standup.attendees.map {
      FileAttendee(
        id: $0.id, name: $0.name, weight: $0.weight, absentUntilMs: $0.absentUntilMs,
        person: $0.person)
    }
    warnMs = standup.warnMs
    mayRunOver = standup.mayRunOver
    isArchived = standup.isArchived
    language = standup.language
  }

  /// The standup and its meetings, in the order of the file.
  var value: StandupWithMeetings {
    StandupWithMeetings(
      standup: Standup(
        id: id, title: title, durationMs: duration.wholeMilliseconds, theme: theme.theme,
        attendees: IdentifiedArray(
          attendees.map {
            Attendee(
              id: $0.id, name: $0.name, weight: $0.weight, absentUntilMs: $0.absentUntilMs,
              person: $0.person)
          }),
        warnMs: warnMs, mayRunOver: mayRunOver == true ? true : nil,
        isArchived: isArchived == true ? true : nil, language: language),
      meetings: (meetings ?? []).map(\.value))
  }
}

struct FileAttendee: Codable {
  var id: Attendee.ID
  var name: String
  var weight: Int?
  var absentUntilMs: Int64?
  var person: Attendee.PersonID?
}

/// A meeting in the file format of the apps, with additional members that the apps ignore.
struct FileMeeting: Codable {
  var id: Meeting.ID
  /// Start of the meeting. `JSONEncoder` and `JSONDecoder` write and read it as seconds since
  /// 2001-01-01 UTC by default.
  var date: Date
  var transcript: String
  var segments: [Segment]?
  var durationMs: Int64?
  var ending: Meeting.Ending?
  var attendees: [Attendee]?
  var turns: [Meeting.Turn]?
  var plannedMs: Int64?
  var pausedMs: Int64?
  var absent: [Attendee]?
  var late: [Attendee.ID]?
  /// Number of this part if a long meeting is transferred in parts; files on disk contain whole
  /// meetings.
  var part: Int?
  var parts: Int?
  var notes: [FollowUp]?
  var updates: [WrittenUpdate]?
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
    plannedMs = meeting.plannedMs
    pausedMs = meeting.pausedMs
    absent = meeting.absent
    late = meeting.late
    part = meeting.part
    parts = meeting.parts
    notes = meeting.notes
    updates = meeting.updates
    isErased = meeting.isErased
  }

  var value: Meeting {
    var meeting = Meeting(
      id: id, date: date, transcript: transcript, segments: segments ?? [], durationMs: durationMs,
      ending: ending, attendees: attendees?.map(\.participant), turns: turns,
      plannedMs: plannedMs, pausedMs: pausedMs, absent: absent?.map(\.participant), late: late,
      part: part, parts: parts,
      notes: notes?.unlessEmpty, updates: updates?.unlessEmpty)
    meeting.isErased = isErased
    return meeting
  }
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
        in: container, debugDescription: "unknown theme “\(name)”")
    }
    self.theme = theme
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

extension Duration {
  /// The duration in milliseconds, rounded and clamped to the range of `Int64`.
  fileprivate var wholeMilliseconds: Int64 {
    // `components` would trap on a value that a file may contain.
    let perMillisecond: Int128 = 1_000_000_000_000_000
    let (milliseconds, rest) = attoseconds.quotientAndRemainder(dividingBy: perMillisecond)
    let rounded = milliseconds + (2 * rest >= perMillisecond ? 1 : 0)
    return Int64(clamping: rounded)
  }
}
