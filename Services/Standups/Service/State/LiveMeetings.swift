import Collections
import Standups

/// The live meetings by id. Adding, changing or removing a meeting takes the same time regardless
/// of their number.
struct LiveMeetings: Sendable {
  private var sessions: [Meeting.ID: MeetingSession] = [:]
  private var ids = SortedIDs<Meeting.ID>()

  var count: Int { sessions.count }

  subscript(id id: Meeting.ID) -> MeetingSession? { sessions[id] }

  func contains(id: Meeting.ID) -> Bool { sessions[id] != nil }

  /// Adds a meeting, or replaces the one with the same id.
  mutating func put(_ session: MeetingSession) {
    if sessions.updateValue(session, forKey: session.id) == nil { ids.insert(session.id) }
  }

  /// Sets the state of a meeting in place, without copying its transcript.
  mutating func lay(_ state: MeetingSession.State, over id: Meeting.ID) {
    sessions[id]?.state = state
  }

  /// Adds a line to a meeting in place.
  mutating func take(_ line: MeetingSession.Line, in id: Meeting.ID) { sessions[id]?.take(line) }

  @discardableResult
  mutating func remove(id: Meeting.ID) -> MeetingSession? {
    guard let session = sessions.removeValue(forKey: id) else { return nil }
    ids.remove(id)
    return session
  }

  /// Returns meetings with ids after the given one, in order. If a meeting starts or ends between
  /// two pages, no other meeting is missed or repeated.
  func page(after id: Meeting.ID?, limit: Int) -> [MeetingSession] {
    ids.ids(after: id, limit: limit).compactMap { sessions[$0] }
  }
}

extension LiveMeetings: Sequence {
  /// Iterates in the order of the ids.
  func makeIterator() -> some IteratorProtocol<MeetingSession> {
    ids.lazy.compactMap { sessions[$0] }.makeIterator()
  }
}

extension LiveMeetings: Hashable {
  static func == (one: Self, other: Self) -> Bool { one.sessions == other.sessions }
  func hash(into hasher: inout Hasher) { hasher.combine(sessions) }
}
