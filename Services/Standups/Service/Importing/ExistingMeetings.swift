import Standups

/// A meeting of a file, and its standup.
struct ImportedMeeting: Identifiable, Hashable, Sendable {
  var meeting: Meeting
  var standup: Standup.ID

  var id: Meeting.ID { meeting.id }
}

/// An open follow-up of a file, and its standup.
struct ImportedNote: Identifiable, Hashable, Sendable {
  let id: FollowUp.ID
  let standup: Standup.ID
}

/// Meetings of a file that exist here, of those looked up so far.
struct FoundMeetings: Hashable, Sendable {
  /// Open follow-ups still to be looked up, before the meetings.
  var notes: ArraySlice<ImportedNote>
  /// Meetings still to be looked up.
  var rest: ArraySlice<ImportedMeeting>
  /// Ids of meetings that exist here.
  private(set) var here: Set<Meeting.ID> = []
  /// Existing meetings that the import changes, in their new form.
  private(set) var changed: [Meeting.ID: Meeting] = [:]
  /// Number of parts of existing meetings.
  private(set) var parts: [Meeting.ID: Int] = [:]
  /// Estimated size in a commit of all meetings that were looked up, in bytes.
  private(set) var bytes = 0

  /// True if all have been looked up, or one commit can hold no more.
  var isEnough: Bool { rest.isEmpty || bytes > 120_000 }

  init(_ rest: [ImportedMeeting] = []) {
    self.rest = rest[...]
    notes =
      rest.flatMap { element in
        (element.meeting.notes ?? []).filter(\.isOpen).map {
          ImportedNote(id: $0.id, standup: element.standup)
        }
      }[...]
  }

  /// Records the result for the next meeting.
  ///
  /// - Parameters:
  ///   - other: the existing meeting; nil if it does not exist or is unreadable.
  ///   - isHere: whether it exists.
  mutating func take(_ other: Meeting?, isHere: Bool) {
    guard let meeting = rest.popFirst()?.meeting else { return }
    let completed = other.map { meeting.completed(by: $0) } ?? meeting
    guard isHere else { return bytes += completed.committedBytes }
    here.insert(meeting.id)
    parts[meeting.id] = other?.parts
    if completed != other {
      changed[meeting.id] = completed
      bytes += completed.committedBytes
    }
  }
}

extension StandupWithMeetings {
  /// Its meetings, each with its standup; only the first part of a long meeting.
  var imported: [ImportedMeeting] {
    meetings.filter { $0.part == nil }.map { ImportedMeeting(meeting: $0, standup: id) }
  }
}
