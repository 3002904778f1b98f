import Bus
import Documents
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Threads
import ZeroMQ

/// A router with persistence and a timer in memory; a test can make either unavailable.
final class InMemoryRouter: Sendable {
  struct State {
    var documents: [String: [String: Document]] = [:]
    var events: [NewEvent] = []
    var replies: [StoredReply] = []
    /// Meetings with a running or paused clock.
    var meetings: [Meeting.ID: RunningMeeting] = [:]
    var lines: [HeardLine] = []
    var consent = RecordingConsent(status: .authorized)
    var isPersistenceAway = false
  }

  let state = Locked(State())
  /// Accepted messages about the work of meetings.
  let started = Recorder<MeetingsStarted>()

  var delegate: ScriptedDelegate { ScriptedDelegate { [self] in try answer($0) } }

  var eventTypes: [String] { state.withLock { $0.events.map(\.labels.type) } }

  func documents(_ collection: String) -> [Document] {
    state.withLock { Array(($0.documents[collection] ?? [:]).values) }
  }

  func answer(_ message: any DelegateMessage) throws -> any Sendable {
    try state.withLock { state in
      switch message {
      case let message as ChangesDecided: try commit(message, &state)
      case let message as DocumentsRequested: try load(message.query, state)
      case is TermBegun: Done()
      case is StandupsShareRequested: StandupsShare.everything
      case let message as ReplyRequested:
        FoundReply(reply: try reply(under: message.key, to: message.request, state)?.reply)
      case is AuthorizationRequested: state.consent
      case let message as MeetingsStarted: start(message, &state)
      case let message as MeetingEnding: end(message.id, &state)
      case is RecordingStopped: Done()
      case let message as MeetingDiscarded: discard(message.id, &state)
      default: throw BusError(.unbound, "No script for \(message).")
      }
    }
  }

  private func commit(_ decided: ChangesDecided, _ current: inout State) throws -> CommitOutcome {
    if current.isPersistenceAway { throw BusError.away }
    // A rejected decision changes nothing.
    var state = current
    if let reply = decided.reply {
      if let stored = try self.reply(under: reply.key, to: reply.request, state) {
        return CommitOutcome(repeated: stored.reply)
      }
      state.replies.append(reply)
    }
    for change in decided.changes {
      switch change {
      case .insert(let document)
      where state.documents[document.collection]?[document.id] != nil:
        throw BusError(.conflict, "It is there.", detail: document.conflictDetail)
      case .put(let document), .insert(let document):
        try document.check(replacing: state.documents[document.collection]?[document.id])
        state.documents[document.collection, default: [:]][document.id] = document
      case .delete(let collection, let id): state.documents[collection]?[id] = nil
      case .deleteChildren(let collection, let parent):
        state.documents[collection] = state.documents[collection]?.filter { $1.parent != parent }
      case .setTeam(let collection, let parent, let team):
        let moved = state.documents[collection, default: [:]].filter { $1.parent == parent }
        for id in moved.keys { state.documents[collection]?[id]?.team = team }
      case .deleteMentioning, .erase: break
      }
    }
    state.events += decided.events
    current = state
    return CommitOutcome()
  }

  private func reply(
    under key: String, to request: String?, _ state: State
  ) throws -> StoredReply? {
    let stored = state.replies.first { $0.key == key }
    if StoredReply.isAnother(request, than: stored?.request) {
      throw BusError(.conflict, StoredReply.anotherRequest)
    }
    return stored
  }

  private func load(_ query: DocumentQuery, _ state: State) throws -> DocumentPage {
    if state.isPersistenceAway { throw BusError.away }
    var documents = Array((state.documents[query.collection] ?? [:]).values)
    if let ids = query.ids { documents.removeAll { !ids.contains($0.id) } }
    if let teams = query.teams {
      documents.removeAll { document in document.team.map { !teams.contains($0) } ?? true }
    }
    if let parent = query.parent { documents.removeAll { $0.parent != parent } }
    documents.sort { one, other in
      let (first, second) = query.newestFirst == true ? (other, one) : (one, other)
      return (first.sortKey ?? 0, one.id) < (second.sortKey ?? 0, other.id)
    }
    let start = query.after.flatMap(DocumentCursor.init).map { Int($0.sortKey) } ?? 0
    // Small pages, so that paging is used.
    let end = min(start + min(query.limit ?? 100, 2), documents.count)
    return DocumentPage(
      documents: Array(documents[min(start, end)..<end]),
      next: end < documents.count ? "\(end) x" : nil, total: documents.count)
  }

  private func start(_ message: MeetingsStarted, _ state: inout State) -> Done {
    for var meeting in message.meetings {
      // A message about clocks leaves recognition as it is.
      meeting.listening = meeting.listening ?? state.meetings[meeting.id]?.listening
      state.meetings[meeting.id] = meeting
    }
    started.record(message)
    return Done()
  }

  private func end(_ id: Meeting.ID, _ state: inout State) -> LastWords {
    state.meetings[id] = nil
    return LastWords(lines: state.lines)
  }

  private func discard(_ id: Meeting.ID, _ state: inout State) -> Done {
    state.meetings[id] = nil
    return Done()
  }
}
