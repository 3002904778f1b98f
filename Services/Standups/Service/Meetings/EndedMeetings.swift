import Cells
import Standups
import StandupsAPI

/// Meetings that a person has ended, while the end can be undone; at most one for each standup.
struct EndedMeetings: Hashable, Sendable {
  private var meetings: [Meeting.ID: EndedMeeting] = [:]
  private var ofStandup: [Standup.ID: Meeting.ID] = [:]

  var isEmpty: Bool { meetings.isEmpty }

  /// Ids of the meetings, in order.
  var ids: [Meeting.ID] { meetings.keys.sorted() }

  subscript(id id: Meeting.ID) -> EndedMeeting? { meetings[id] }

  subscript(of standup: Standup.ID) -> EndedMeeting? {
    ofStandup[standup].flatMap { meetings[$0] }
  }

  mutating func put(_ meeting: EndedMeeting) {
    meetings[meeting.session.id] = meeting
    ofStandup[meeting.session.standup.id] = meeting.session.id
  }

  mutating func setState(_ state: MeetingSession.State, of id: Meeting.ID) {
    meetings[id]?.session.state = state
  }

  /// Adds a line that arrived late.
  mutating func add(_ line: MeetingSession.Line, to id: Meeting.ID) {
    meetings[id]?.add(line)
  }

  /// Replaces a line.
  mutating func reassign(_ line: MeetingSession.ReassignedLine, in id: Meeting.ID) {
    meetings[id]?.session.take(line)
  }

  @discardableResult
  mutating func remove(id: Meeting.ID) -> EndedMeeting? {
    guard let meeting = meetings.removeValue(forKey: id) else { return nil }
    ofStandup[meeting.session.standup.id] = nil
    return meeting
  }
}

/// A meeting that a person has ended.
struct EndedMeeting: Hashable, Sendable {
  /// The meeting as it was at the end, with the lines that arrived late.
  var session: MeetingSession
  let ended: MeetingSession.Ended
  /// Segments of the lines that arrived late. They are announced if the end is undone.
  private(set) var late: [Segment] = []

  /// Creates an ended meeting; nil for a live one.
  init?(_ session: MeetingSession) {
    guard let ended = session.ended else { return nil }
    self.session = session
    self.ended = ended
  }

  /// Adds a line. Only those after the end are late; the others were announced.
  mutating func add(_ line: MeetingSession.Line) {
    let isLate = session.heardLines.count >= ended.lines
    session.take(line)
    if isLate { late.append(line.segment) }
  }
}

extension Saved {
  /// Moves a live meeting to those whose end can be undone.
  mutating func end(_ id: Meeting.ID, _ state: MeetingSession.State) {
    guard var session = sessions[id: id] else { return }
    session.state = state
    removeSession(id)
    if let meeting = EndedMeeting(session) { ended.put(meeting) }
  }

  /// Moves a meeting back to the live ones.
  mutating func reopen(_ id: Meeting.ID, _ state: MeetingSession.State) {
    guard var session = ended.remove(id: id)?.session else { return }
    session.state = state
    put(session)
  }
}
