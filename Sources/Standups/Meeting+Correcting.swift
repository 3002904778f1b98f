import Schema

/// Corrections of a transcript by people: the words of a line, and who spoke them. The recognised
/// words and speaker stay beside it.
extension Segment {
  /// Maximum length of corrected words, in bytes of UTF-8.
  public static let maxCorrectedBytes = 4_000

  /// Converts corrected words to their saved form: one line without surrounding white space.
  ///
  /// - Returns: nil if they are empty, exceed `maxCorrectedBytes`, contain a control character, or end
  ///   like a transcript whose recording stopped.
  public static func corrected(_ text: String) -> String? {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isMarked = MeetingSession.Mark.allCases.contains { " \(line)".hasSuffix($0.text) }
    let hasControls = text.unicodeScalars.contains(where: \.isControl)
    return line.isLine(maxCorrectedBytes) && !isMarked && !hasControls ? line : nil
  }

  /// The segment as it was recognised.
  public var asHeard: Segment {
    Segment(
      attendee: heardAttendee ?? attendee,
      speaker: heardAttendee == nil ? speaker : heardSpeaker ?? speaker,
      fromMs: fromMs, toMs: toMs, text: heard ?? text, voice: voice)
  }

  /// True if its words, or its speaker, are not those that were recognised.
  public var isCorrected: Bool { heard != nil || heardAttendee != nil }

  /// Returns the segment with other words and another speaker; the recognised ones stay beside them.
  ///
  /// - Parameters:
  ///   - text: the words in their saved form; nil leaves them unchanged.
  ///   - attendee: the attendee who spoke them; nil leaves the speaker unchanged.
  public func corrected(text: String?, attendee: Attendee?) -> Segment {
    let original = asHeard
    var segment = self
    if let text {
      segment.text = text
      segment.heard = text == original.text ? nil : original.text
    }
    if let attendee, attendee.id != self.attendee {
      let isOriginal = attendee.id == original.attendee
      segment.attendee = attendee.id
      segment.speaker = isOriginal ? original.speaker : attendee.displayName
      (segment.heardAttendee, segment.heardSpeaker) =
        isOriginal ? (nil, nil) : (original.attendee, original.speaker)
    }
    return segment
  }
}

extension Meeting {
  /// Maximum estimated size of the segments of a part as JSON after a correction, in bytes. With
  /// its transcript, and the text for the search index, the part has to fit in one message.
  public static let maxCorrectedPartBytes = 250_000

  /// The part of the transcript before and after its lines: the separator from the previous part,
  /// and a mark.
  ///
  /// - Returns: nil if the transcript does not consist of the lines.
  private var frame: (separator: String, mark: String)? {
    let separator =
      part == nil ? "" : String(transcript.prefix(1).filter { Segment.separators.contains($0) })
    let text = separator + MeetingSession.transcript(of: segments)
    guard transcript.unicodeScalars.starts(with: text.unicodeScalars) else { return nil }
    let mark = String(transcript.unicodeScalars.dropFirst(text.unicodeScalars.count))
    let isMark = mark.isEmpty || MeetingSession.Mark.allCases.contains { $0.text == mark }
    return isMark ? (separator, mark) : nil
  }

  /// Returns the meeting, or the part of one, with one of its segments replaced,
  /// and with its transcript.
  ///
  /// - Returns: nil if the transcript does not consist of the segments, so that it cannot be changed
  ///   like them.
  public func replacing(_ index: Int, with segment: Segment) -> Meeting? {
    guard segments.indices.contains(index), let frame else { return nil }
    var meeting = self
    meeting.segments[index] = segment
    meeting.transcript =
      frame.separator + MeetingSession.transcript(of: meeting.segments) + frame.mark
    return meeting
  }

  /// The people to whom a line of the meeting can be reassigned: those who took part, those who
  /// were absent, and the speakers of these segments.
  public var possibleSpeakers: [Attendee] {
    let heard = segments.flatMap { segment in
      [
        Attendee(id: segment.attendee, name: segment.speaker),
        segment.heardAttendee.map { Attendee(id: $0, name: segment.heardSpeaker ?? "") },
      ].compactMap(\.self)
    }
    let all = (attendees ?? []) + (absent ?? []) + heard
    return Array(IdentifiedArray(all))
  }
}
