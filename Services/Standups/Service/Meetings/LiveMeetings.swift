import StandupsCollections
import FastJSON
import Standups
import StandupsAPI

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
  mutating func setState(_ state: MeetingSession.State, of id: Meeting.ID) {
    sessions[id]?.state = state
  }

  /// Adds a line to a meeting in place.
  mutating func add(_ line: MeetingSession.Line, to id: Meeting.ID) { sessions[id]?.take(line) }

  /// Replaces a line of a meeting in place.
  mutating func reassign(_ line: MeetingSession.ReassignedLine, in id: Meeting.ID) {
    sessions[id]?.take(line)
  }

  @discardableResult
  mutating func remove(id: Meeting.ID) -> MeetingSession? {
    guard let session = sessions.removeValue(forKey: id) else { return nil }
    ids.remove(id)
    return session
  }

  /// Returns a page of the meetings with ids after the given one, in order, and the last id of the
  /// page if another page follows. If a meeting starts or ends between two pages, no other meeting is
  /// missed or repeated.
  func page(
    after id: Meeting.ID?, limit: Int, where isVisible: (MeetingSession) -> Bool = { _ in true }
  ) -> (meetings: [MeetingSession], next: Meeting.ID?) {
    let page = ids.page(after: id, limit: limit) { sessions[$0].map(isVisible) ?? false }
    return (page.ids.compactMap { sessions[$0] }, page.next)
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

/// Commands that read live meetings.
extension StandupsReduction {
  /// Maximum estimated size of a live meeting's transcript in a reply, in bytes.
  private static let maxLastWords = 300_000

  mutating func getMeeting(_ operation: Operation, _ command: GetMeeting) throws {
    let meeting = live(try session(command.id), wordBytes: Self.maxLastWords)
    finish(operation.id, .success(.live(meeting)))
  }

  mutating func listLive(_ operation: Operation, _ command: ListLiveMeetings) throws {
    let limit = try Self.limit(command.limit, from: 1, default: 1000)
    let found = state.saved.sessions.page(after: command.after, limit: limit) {
      isVisible($0.standup)
    }
    var page: [LiveMeeting] = []
    // Transcripts are in meetings.get, because a list of many long meetings would not fit in a
    // message.
    let isLong = found.meetings.reduce(0) { $0 + $1.estimatedBytes } > Self.maxListBytes
    var bytes = 0
    for session in found.meetings {
      var meeting = live(session, wordBytes: Self.maxLastWords)
      if isLong { meeting.session.leaveOutWords() }
      bytes += meeting.session.estimatedBytes
      if bytes > Self.maxListBytes, !page.isEmpty { break }
      page.append(meeting)
    }
    let next = page.count < found.meetings.count ? page.last?.session.id : found.next
    finish(
      operation.id,
      .success(.allLive(ListLiveMeetings.Reply(meetings: page, next: next, elsewhere: elsewhere))))
  }

  /// Returns a live meeting for a reply, with its elapsed time.
  ///
  /// - Parameter wordBytes: maximum estimated size of the segments as JSON, in bytes; of a longer
  ///   transcript, only the end is included. The default is small because replies are saved.
  func live(_ session: MeetingSession, wordBytes: Int = 50_000) -> LiveMeeting {
    var session = session
    let now = reducer.clock()
    session.leaveLastWords(bytes: wordBytes)
    session.keepChange(olderThan: now)
    return LiveMeeting(session: session, elapsedMs: session.elapsedMs(at: now))
  }
}

extension MeetingSession {
  /// Estimated size as JSON, in bytes.
  fileprivate var estimatedBytes: Int {
    let words = 2 * JSONSize.bytes(of: transcript)
    return segments.reduce(
      400 + standup.estimatedBytes + words + 100 * floor.count
        + (updates ?? []).estimatedBytes
    ) {
      sum, segment in sum + JSONSize.bytes(of: segment.speaker) + 200
    }
  }
}
