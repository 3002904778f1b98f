import Foundation

/// Erases the words of a meeting, or all traces of a person in it.
extension Meeting {
  /// True if the meeting has any words: a transcript, segments, parts, follow-ups or
  /// written updates.
  public var hasWords: Bool {
    !transcript.isEmpty || !segments.isEmpty || parts != nil || notes != nil
      || updates != nil
  }

  /// True if the meeting has a transcript whose speakers are unknown.
  public var isUnattributed: Bool { segments.isEmpty && !transcript.isEmpty && mark == nil }

  /// The meeting without its words: date, duration and attendees remain.
  public var withoutWords: Meeting {
    var meeting = self
    (meeting.transcript, meeting.segments, meeting.parts, meeting.notes) = ("", [], nil, nil)
    meeting.updates = nil
    meeting.isErased = true
    return meeting
  }

  /// Returns whether an attendee, a speaker or the owner of a follow-up or a written update had this
  /// name.
  public func names(_ person: String) -> Bool {
    ((attendees ?? []) + (absent ?? [])).contains { $0.isCalled(person) }
      || segments.contains {
        Attendee.isSame($0.speaker, person) || Attendee.isSame($0.heardSpeaker ?? "", person)
      }
      || (notes ?? []).contains { $0.attendee.isCalled(person) }
      || (updates ?? []).contains { $0.attendee.isCalled(person) }
  }

  /// Removes the words, the name, the follow-ups and the written updates of a person.
  ///
  /// A transcript whose speakers are unknown stays unchanged. Lines that were reassigned from the
  /// person to another attendee stay without the name of the person.
  ///
  /// - Parameters:
  ///   - person: name of the person; see `Attendee.isCalled`.
  ///   - ids: ids of the person, for meetings in which they had another name.
  /// - Returns: the meeting, and the number of segments that were removed.
  public func forgetting(
    _ person: String, ids: Set<Attendee.ID> = []
  ) -> (meeting: Meeting, segments: Int) {
    let named = ((attendees ?? []) + (absent ?? [])).filter { $0.isCalled(person) }.map(\.id)
    let speaking = segments.filter { Attendee.isSame($0.speaker, person) }.map(\.attendee)
    let heard = segments.filter { Attendee.isSame($0.heardSpeaker ?? "", person) }
      .compactMap(\.heardAttendee)
    let noted = (notes ?? []).map(\.attendee).filter { $0.isCalled(person) }.map(\.id)
    let written = (updates ?? []).map(\.attendee).filter { $0.isCalled(person) }.map(\.id)
    let ids = ids.union(named).union(speaking).union(heard).union(noted).union(written)
    var meeting = self
    func nameless(_ attendee: Attendee) -> Attendee {
      ids.contains(attendee.id) ? Attendee(id: attendee.id) : attendee
    }
    meeting.attendees = attendees?.map(nameless)
    meeting.absent = absent?.map(nameless)
    meeting.notes = notes?.filter { !ids.contains($0.attendee.id) }.unlessEmpty
    meeting.updates = updates?.filter { !ids.contains($0.attendee.id) }.unlessEmpty
    if meeting.notes != notes || meeting.updates != updates { meeting.isErased = true }
    meeting.segments = segments.filter { !ids.contains($0.attendee) }.map { segment in
      guard
        segment.heardAttendee.map({ ids.contains($0) }) ?? false
          || Attendee.isSame(segment.heardSpeaker ?? "", person)
      else { return segment }
      var segment = segment
      (segment.heardAttendee, segment.heardSpeaker) = (nil, nil)
      return segment
    }
    let lost = segments.count - meeting.segments.count
    guard lost > 0 else { return (meeting, 0) }
    meeting.isErased = true
    let text = MeetingSession.transcript(of: meeting.segments)
    // A later part begins with the separator from the previous part.
    let separator = part == nil || text.isEmpty ? "" : String(transcript.prefix { $0.isWhitespace })
    meeting.transcript = separator + text + (mark?.text ?? "")
    return (meeting, lost)
  }
}

extension Attendee {
  /// Returns whether the attendee has this name, apart from white space around it.
  public func isCalled(_ person: String) -> Bool { Self.isSame(name, person) }

  static func isSame(_ name: String, _ person: String) -> Bool {
    name.trimmingCharacters(in: .whitespacesAndNewlines) == person
  }
}
