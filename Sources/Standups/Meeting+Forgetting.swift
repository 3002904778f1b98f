import Foundation

/// What a meeting is once its words, or somebody in it, are to be forgotten.
extension Meeting {
  /// Whether it has any words.
  public var hasWords: Bool {
    !transcript.isEmpty || !segments.isEmpty || parts != nil || notes != nil
  }

  /// Whether it has words of which nobody knows who said them.
  public var isUnattributed: Bool { segments.isEmpty && !transcript.isEmpty && mark == nil }

  /// The meeting without its words: when it was, how long, and who took part.
  public var withoutWords: Meeting {
    var meeting = self
    (meeting.transcript, meeting.segments, meeting.parts, meeting.notes) = ("", [], nil, nil)
    meeting.isErased = true
    return meeting
  }

  /// Whether somebody who took part, or whose words it has, was called so.
  public func names(_ person: String) -> Bool {
    (attendees ?? []).contains { $0.isCalled(person) }
      || segments.contains { Attendee.isSame($0.speaker, person) }
      || (notes ?? []).contains { $0.attendee.isCalled(person) }
  }

  /// The meeting without the words and the name of a person, and without what was written down for this one.
  ///
  /// A text of which nobody knows who said it stays as it is.
  ///
  /// - Parameters:
  ///   - person: as the person was called; see `Attendee.isCalled`.
  ///   - ids: the person's ids, where the name was another one then.
  /// - Returns: the meeting, and how many segments it has lost.
  public func forgetting(
    _ person: String, ids: Set<Attendee.ID> = []
  ) -> (meeting: Meeting, segments: Int) {
    let named = (attendees ?? []).filter { $0.isCalled(person) }.map(\.id)
    let speaking = segments.filter { Attendee.isSame($0.speaker, person) }.map(\.attendee)
    let noted = (notes ?? []).map(\.attendee).filter { $0.isCalled(person) }.map(\.id)
    let ids = ids.union(named).union(speaking).union(noted)
    var meeting = self
    meeting.attendees = attendees?.map { attendee in
      ids.contains(attendee.id) ? Attendee(id: attendee.id) : attendee
    }
    meeting.notes = notes?.filter { !ids.contains($0.attendee.id) }.unlessEmpty
    if meeting.notes != notes { meeting.isErased = true }
    meeting.segments = segments.filter { !ids.contains($0.attendee) }
    let lost = segments.count - meeting.segments.count
    guard lost > 0 else { return (meeting, 0) }
    meeting.isErased = true
    let text = MeetingSession.transcript(of: meeting.segments)
    // A later part begins with what divides it from the one before.
    let separator = part == nil || text.isEmpty ? "" : String(transcript.prefix { $0.isWhitespace })
    meeting.transcript = separator + text + (mark?.text ?? "")
    return (meeting, lost)
  }
}

extension Attendee {
  /// Whether this is how the attendee is called, but for white space around it.
  public func isCalled(_ person: String) -> Bool { Self.isSame(name, person) }

  static func isSame(_ name: String, _ person: String) -> Bool {
    name.trimmingCharacters(in: .whitespacesAndNewlines) == person
  }
}
