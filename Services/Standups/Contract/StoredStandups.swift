public import Documents
import FastJSON
import Schema
public import Standups

// Validates standup documents, wherever they enter the system.

extension StandupSummary: StoredValue {
  /// Maximum value of the number of past meetings.
  public static let maxMeetings = 1_000_000_000

  /// Checks a stored summary, which must not have a live meeting.
  public func problem(in document: Document) -> String? {
    if "\(standup.id)" != document.id || document.parent != nil { return Self.isAnother }
    if let problem = standup.problem { return problem.description }
    guard (0...Self.maxMeetings).contains(meetings) else {
      return "Invalid number of meetings \(meetings); expected 0 to \(Self.maxMeetings)."
    }
    guard WireTime.counts.contains(document.sortKey ?? 0) else {
      return
        "Invalid sortKey \(document.sortKey ?? 0); expected 0 to \(WireTime.counts.upperBound)."
    }
    let team = document.team ?? TeamID.ofDefaultTeam
    guard team == standup.teamID else {
      return "The document belongs to the team “\(team)”, but its standup to “\(standup.teamID)”."
    }
    guard (1...Standup.maxAttendees).contains(updates ?? 1) else {
      return "Invalid number of updates; expected 1 to \(Standup.maxAttendees), or none."
    }
    return live == nil ? nil : "Unexpected “live”; a stored standup does not have it."
  }
}

extension Meeting: StoredValue {
  /// Checks a stored meeting. A whole meeting and the first part of a long one are in `meetings`,
  /// the other parts in `meetings.parts`.
  public func problem(in document: Document) -> String? {
    let name = part.map { "\(id)/\($0)" } ?? "\(id)"
    let isInPlace = document.collection.hasSuffix(".parts") == (part != nil)
    guard name == document.id, document.parent != nil, isInPlace else { return Self.isAnother }
    return problem?.description
  }
}

extension FollowUp: StoredValue {
  /// Checks a stored follow-up, whose parent is a standup.
  public func problem(in document: Document) -> String? {
    if "\(id)" != document.id || document.parent == nil { return Self.isAnother }
    return problem?.description
  }
}

extension PendingUpdates: StoredValue {
  /// Checks the stored updates of a standup, whose document has the id of the standup.
  public func problem(in document: Document) -> String? {
    if Standup.ID(document.id) == nil || document.parent != document.id { return Self.isAnother }
    return updates.problem?.description
  }
}

extension MeetingSession: StoredValue {
  /// Checks a stored session, whose document has the meeting's id.
  public func problem(in document: Document) -> String? {
    "\(id)" != document.id ? Self.isAnother : problem?.description
  }
}

extension MeetingSession.State: StoredValue {
  /// Checks a stored state, whose document has the id of its live meeting. Its turns are checked
  /// together with the meeting, which has the attendees.
  public func problem(in document: Document) -> String? {
    guard let meeting = Meeting.ID(document.id) else { return Self.isAnother }
    return problem(of: meeting)?.description
  }
}

extension MeetingSession.Line: StoredValue {
  /// Checks a stored line, whose parent is a live meeting.
  public func problem(in document: Document) -> String? {
    document.parent == nil ? Self.isAnother : problem?.description
  }
}
