import Collections
import Standups

/// The live meetings by their ids. Adding, changing and removing one takes the same time however many
/// there are.
struct LiveMeetings: Sendable {
  private var sessions: [Meeting.ID: MeetingSession] = [:]
  private var ids = SortedIDs<Meeting.ID>()

  var count: Int { sessions.count }

  subscript(id id: Meeting.ID) -> MeetingSession? { sessions[id] }

  func contains(id: Meeting.ID) -> Bool { sessions[id] != nil }

  /// Adds a meeting, or changes the one of that id.
  mutating func put(_ session: MeetingSession) {
    if sessions.updateValue(session, forKey: session.id) == nil { ids.insert(session.id) }
  }

  /// Changes a meeting where it is: nothing that was said in it is copied.
  mutating func lay(_ state: MeetingSession.State, over id: Meeting.ID) {
    sessions[id]?.state = state
  }

  /// Adds a line to a meeting where it is.
  mutating func take(_ line: MeetingSession.Line, in id: Meeting.ID) { sessions[id]?.take(line) }

  @discardableResult
  mutating func remove(id: Meeting.ID) -> MeetingSession? {
    guard let session = sessions.removeValue(forKey: id) else { return nil }
    ids.remove(id)
    return session
  }

  /// Those with ids after one, in their order: what ends or begins meanwhile neither hides nor repeats any
  /// other.
  func page(after id: Meeting.ID?, limit: Int) -> [MeetingSession] {
    ids.ids(after: id, limit: limit).compactMap { sessions[$0] }
  }
}

extension LiveMeetings: Sequence {
  /// In the order of their ids.
  func makeIterator() -> some IteratorProtocol<MeetingSession> {
    ids.lazy.compactMap { sessions[$0] }.makeIterator()
  }
}

extension LiveMeetings: Hashable {
  static func == (one: Self, other: Self) -> Bool { one.sessions == other.sessions }
  func hash(into hasher: inout Hasher) { hasher.combine(sessions) }
}
