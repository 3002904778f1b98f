public import FastJSON
public import Schema

/// An update that an attendee wrote or dictated instead of giving it in a meeting. It waits for the
/// next meeting of the standup, is shown in it, and is saved with it.
public struct WrittenUpdate: FastCodable, Hashable, Sendable, Bounded {
  /// The attendee whose update it is, with the name at the time of writing. The id identifies the
  /// attendee, so renaming them changes nothing.
  public var attendee: Attendee
  /// The text: 1 to 4,000 Unicode scalars, in one or several lines.
  public var text: String
  /// Time of writing, in milliseconds since 1970-01-01 UTC.
  public var atMs: Int64
  /// The person who wrote the update for the attendee; nil if it was the person to whom the attendee
  /// is linked, or a tool.
  public var by: Attendee.PersonID?
  public static let bounds: MemberBounds<Self> = [\.text: .text(1...longestText)]

  /// Creates an update. Default: written by the attendee, or by a tool.
  public init(attendee: Attendee, text: String, atMs: Int64, by: Attendee.PersonID? = nil) {
    self.attendee = attendee
    self.text = text
    self.atMs = atMs
    self.by = by
  }

  /// Maximum length of the text, in Unicode scalars.
  public static let longestText = 4000
  /// Maximum estimated size of the updates of a meeting as JSON, in bytes: with the transcript, they
  /// have to fit in one message.
  public static let maxBytesInMeeting = 40_000

  /// The limits of one meeting, as the end of a sentence.
  package static let limit =
    "a meeting can have one update for each attendee, totalling at most \(maxBytesInMeeting) bytes"

  /// Converts a text to its saved form: without white space around it, and with line feeds as line
  /// breaks.
  ///
  /// - Returns: nil if it is empty or has more than `longestText` Unicode scalars.
  public static func text(_ text: String) -> String? {
    let lines = text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }
    guard let first = lines.firstIndex(where: { !$0.isWhitespace }),
      let last = lines.lastIndex(where: { !$0.isWhitespace })
    else { return nil }
    let trimmed = String(lines[first...last])
    return trimmed.unicodeScalars.count > longestText ? nil : trimmed
  }

  /// The lines of the text, without empty ones.
  package var lines: [Substring] { text.split(whereSeparator: \.isNewline) }
}

extension Sequence<WrittenUpdate> {
  /// Returns the update of an attendee; nil without one.
  public func update(of attendee: Attendee.ID) -> WrittenUpdate? {
    first { $0.attendee.id == attendee }
  }
}

extension [WrittenUpdate] {
  /// The updates with another one, which replaces the previous update of the same attendee.
  public func adding(_ update: WrittenUpdate) -> [WrittenUpdate] {
    filter { $0.attendee.id != update.attendee.id } + [update]
  }

  /// The first problem found; nil if the updates can be saved with a meeting, or until the next one.
  public var problem: ValueProblem? {
    guard count <= Standup.maxAttendees, estimatedBytes <= WrittenUpdate.maxBytesInMeeting,
      Set(map(\.attendee.id)).count == count
    else { return ValueProblem(".updates", WrittenUpdate.limit) }
    return firstProblem(".updates", \.problem)
  }
}

extension WrittenUpdate {
  /// The first problem found; nil if the update can be saved.
  public var problem: ValueProblem? {
    if Self.text(text) != text {
      return ValueProblem(
        ".text", "expected 1 to \(Self.longestText) characters, without white space around them")
    }
    if attendee.name.unicodeScalars.count > Standup.longestText {
      return ValueProblem(".attendee.name", Attendee.nameLimit)
    }
    return atMs.problem(".atMs", in: WireTime.sinceEpochMs)
  }
}
