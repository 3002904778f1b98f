public import FastJSON
public import Schema

/// A topic noted in a meeting, which an attendee is to follow up on; it is open until it is done.
public struct FollowUp: Identifiable, FastCodable, Hashable, Sendable, Bounded {
  /// Id of a follow-up.
  public typealias ID = Identifier<FollowUp>

  /// UUID of the follow-up.
  public let id: ID
  /// The attendee who is to follow up, with the name at the time of the note. The id identifies the
  /// attendee, so renaming them changes nothing.
  public var attendee: Attendee
  /// The topic, in one line: 1 to 500 Unicode scalars.
  public var text: String
  /// Id of the meeting in which the follow-up was noted.
  public var meeting: Meeting.ID
  /// Time of the note, in milliseconds since 1970-01-01 UTC.
  public var atMs: Int64
  /// Time at which the follow-up was marked as done, in milliseconds since 1970-01-01 UTC; nil
  /// while it is open.
  public var doneMs: Int64?
  public static let bounds: MemberBounds<Self> = [\.text: .text(1...longestText)]

  /// Creates a follow-up. Default: open.
  public init(
    id: ID, attendee: Attendee, text: String, meeting: Meeting.ID, atMs: Int64, doneMs: Int64? = nil
  ) {
    self.id = id
    self.attendee = attendee
    self.text = text
    self.meeting = meeting
    self.atMs = atMs
    self.doneMs = doneMs
  }

  /// True until it is done.
  public var isOpen: Bool { doneMs == nil }

  /// Maximum length of the text, in Unicode scalars.
  public static let longestText = 500
  /// Maximum number of open follow-ups of a standup.
  public static let maxOpen = 50
  /// Maximum number of follow-ups of a meeting, including those that are done.
  public static let maxInMeeting = 50
  /// Maximum estimated size of a meeting's follow-ups as JSON, in bytes: with the transcript, they
  /// have to fit in one message.
  public static let maxBytesInMeeting = 30_000

  /// The limits of one meeting, as the end of a sentence.
  package static let limit =
    "a meeting can have at most \(maxInMeeting) follow-ups, totalling at most \(maxBytesInMeeting) bytes"

  /// Converts a text to its saved form: one line without surrounding white space.
  ///
  /// - Returns: nil if it is empty or has more than `longestText` Unicode scalars.
  public static func text(_ text: String) -> String? {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty || line.unicodeScalars.count > longestText ? nil : line
  }

  /// Shortens the words of a speaker to the text of a follow-up, with an ellipsis if anything was
  /// cut off.
  ///
  /// - Returns: nil if the words are only white space.
  public static func text(saying words: String) -> String? {
    let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard line.unicodeScalars.count > longestText else { return line.isEmpty ? nil : line }
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(longestText - 1))) + "…"
  }
}

extension Sequence<FollowUp> {
  /// Returns the open follow-ups of one attendee.
  public func open(of attendee: Attendee.ID) -> [FollowUp] {
    filter { $0.isOpen && $0.attendee.id == attendee }
  }
}
