import FastJSON

/// What somebody wrote down in a meeting for an attendee to come back to, until it is done.
public struct FollowUp: Identifiable, Codable, Hashable, Sendable {
  /// The id of a follow-up.
  public typealias ID = Identifier<FollowUp>

  /// A UUID that names the follow-up among all others.
  public let id: ID
  /// Whose it is, as called when it was written down. It stays with the attendee's id: whoever is renamed keeps it.
  public var attendee: Attendee
  /// What is to be come back to: from 1 to `longestText` Unicode scalars.
  public var text: String
  /// The meeting in which it came up.
  public var meeting: Meeting.ID
  /// When it was written down, in milliseconds since 1970.
  public var atMs: Int64
  /// When it was done, in milliseconds since 1970; nil while it is open.
  public var doneMs: Int64?

  /// A follow-up, open unless told.
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

  /// Whether it is still to be done.
  public var isOpen: Bool { doneMs == nil }

  /// The most characters of its text, as Unicode scalars.
  public static let longestText = 500
  /// How many of them a standup may have open at once.
  public static let maxOpen = 50
  /// How many a meeting may have, those that are done included.
  public static let maxInMeeting = 50
  /// How many bytes of JSON those of a meeting may come to, about: with all that was said, they have to fit one message.
  public static let maxBytesInMeeting = 30_000

  /// The limits of one meeting, as the end of a sentence.
  package static let limit =
    "a meeting can have at most \(maxInMeeting) follow-ups, totalling at most \(maxBytesInMeeting) bytes"

  /// The approximate size of its JSON, in bytes.
  public var estimatedBytes: Int {
    250 + JSONSize.bytes(of: text) + JSONSize.bytes(of: attendee.name)
  }

  /// The text as it is kept: one line without white space around it.
  ///
  /// - Returns: nil for one that is empty, or has more than `longestText` Unicode scalars.
  public static func text(_ text: String) -> String? {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty || line.unicodeScalars.count > longestText ? nil : line
  }

  /// The beginning of what was said, as far as it fits a follow-up.
  ///
  /// - Returns: nil if nothing but white space was said.
  public static func text(saying words: String) -> String? {
    let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard line.unicodeScalars.count > longestText else { return line.isEmpty ? nil : line }
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(longestText - 1))) + "…"
  }
}

extension Sequence<FollowUp> {
  /// How many bytes of JSON they come to, about.
  public var estimatedBytes: Int { reduce(0) { $0 + $1.estimatedBytes } }

  /// Those of one attendee that are open.
  public func open(of attendee: Attendee.ID) -> [FollowUp] {
    filter { $0.isOpen && $0.attendee.id == attendee }
  }
}

extension [FollowUp] {
  /// Nil for none, as meetings keep them.
  var unlessEmpty: [FollowUp]? { isEmpty ? nil : self }
}
