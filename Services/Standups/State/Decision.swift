import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI

/// What a command comes to: it is made durable first, and applied to the state after that.
struct Decision: Hashable, Sendable {
  var changes: [Change]
  var events: [NewEvent]
  var reply: StandupsReply
  /// The meeting whose work begins when it is durable.
  var starts: Meeting.ID?
  /// The meeting of which the children shall let go when it is durable.
  var discards: Meeting.ID?
  /// The meeting to which nobody shall listen any more when it is durable.
  var silences: Meeting.ID?
  /// What is decided when it is durable, one after the other: what fits no transaction with it.
  var then: [Decision] = []

  init(
    _ changes: [Change], events: [NewEvent] = [], reply: StandupsReply,
    starts: Meeting.ID? = nil, discards: Meeting.ID? = nil
  ) {
    self.changes = changes
    self.events = events
    self.reply = reply
    self.starts = starts
    self.discards = discards
  }
}

/// One change of what is saved.
enum Change: Hashable, Sendable {
  /// A new one; if its id is taken, the decision is refused.
  case addStandup(StandupRecord)
  case putStandup(StandupRecord)
  case removeStandup(Standup.ID)
  /// A meeting as it is at its start.
  case addSession(MeetingSession)
  case putState(MeetingSession.State, of: Meeting.ID)
  /// A line and its number, from 0; one for which there was no room gives its number to the next.
  case putLine(MeetingSession.Line, Int, of: Meeting.ID)
  /// Nothing is left of what was live.
  case removeSession(Meeting.ID)
  /// A past meeting, or a part of a long one.
  case putMeeting(Meeting, of: Standup.ID)
  case removeMeeting(Meeting.ID)
  /// Some of the parts of a long past meeting.
  case removeParts(of: Meeting.ID, ClosedRange<Int>)
  case removeMeetings(of: Standup.ID)
  /// What is to be come back to, as long as it is open.
  case putFollowUp(FollowUp, of: Standup.ID)
  case removeFollowUp(FollowUp.ID)
  /// All that is open in a standup.
  case removeFollowUps(of: Standup.ID)
  case removeNotice
  case putImport(FileImport)
  case removeImport(ImportStandups.ID)
  /// One part of a file, as the file has it.
  case addPart(ImportStandups.ID, Int, RawJSON)
  case removePart(ImportStandups.ID, Int)
  /// What the journal and the stored replies have of a meeting or standup is emptied.
  case erase(Erasure)
}

/// The names of the collections.
enum Collection {
  static let standups = "standups"
  /// Live meetings as they were at the start.
  static let sessions = "sessions"
  /// What has changed of them since, one document for each.
  static let states = "session.states"
  /// What was said in them, a document for each line.
  static let lines = "session.lines"
  static let meetings = "meetings"
  /// What was said later in long past meetings, by standup.
  static let parts = "meetings.parts"
  /// What is to be come back to, by standup. Those that are done are in their meetings alone.
  static let followUps = "followUps"
  static let notices = "notices"
  static let imports = "imports"
  static let importParts = "imports.parts"
  /// The document in `notices` that persistence leaves when it sets a damaged file aside.
  static let dataFailedToLoad = "dataFailedToLoad"
}

extension Change {
  /// The change as persistence makes it.
  func documents() throws -> [DocumentChange] {
    switch self {
    case .removeSession(let id):
      [
        try document(), .delete(collection: Collection.states, id: id.description),
        .deleteChildren(collection: Collection.lines, parent: id.description),
      ]
    case .removeParts(let id, let parts):
      parts.map { .delete(collection: Collection.parts, id: Self.part($0, of: id)) }
    case .removeMeetings(let standup):
      [
        try document(),
        .deleteChildren(collection: Collection.parts, parent: standup.description),
      ]
    case .removeImport(let id):
      [
        try document(),
        .deleteChildren(collection: Collection.importParts, parent: id.description),
      ]
    default: [try document()]
    }
  }

  /// The first of them, which tells whether all were made.
  func document() throws -> DocumentChange {
    switch self {
    case .addStandup(let record): .insert(try record.document())
    case .putStandup(let record): .put(try record.document())
    case .removeStandup(let id):
      .delete(collection: Collection.standups, id: id.description)
    case .addSession(let session):
      .put(
        Document(
          collection: Collection.sessions, id: session.id.description,
          body: try RawJSON(encoding: session)))
    case .putState(let state, let id):
      .put(
        Document(
          collection: Collection.states, id: id.description, body: try RawJSON(encoding: state)))
    case .putLine(let line, let number, let id):
      .put(
        Document(
          collection: Collection.lines, id: "\(id)/\(number)", parent: id.description,
          sortKey: Int64(number), body: try RawJSON(encoding: line)))
    case .removeSession(let id):
      .delete(collection: Collection.sessions, id: id.description)
    case .putMeeting(let meeting, let standup):
      .put(
        Document(
          collection: meeting.part == nil ? Collection.meetings : Collection.parts,
          id: meeting.part.map { Self.part($0, of: meeting.id) } ?? meeting.id.description,
          parent: standup.description, sortKey: meeting.milliseconds,
          body: try RawJSON(encoding: meeting), searchText: meeting.searchText))
    case .removeMeeting(let id):
      .delete(collection: Collection.meetings, id: id.description)
    case .removeMeetings(let standup):
      .deleteChildren(collection: Collection.meetings, parent: standup.description)
    case .putFollowUp(let followUp, let standup):
      .put(
        Document(
          collection: Collection.followUps, id: followUp.id.description,
          parent: standup.description, sortKey: followUp.atMs,
          body: try RawJSON(encoding: followUp)))
    case .removeFollowUp(let id):
      .delete(collection: Collection.followUps, id: id.description)
    case .removeFollowUps(let standup):
      .deleteChildren(collection: Collection.followUps, parent: standup.description)
    case .removeNotice:
      .delete(collection: Collection.notices, id: Collection.dataFailedToLoad)
    case .putImport(let file):
      .put(
        Document(
          collection: Collection.imports, id: file.id.description,
          body: try RawJSON(encoding: file)))
    case .removeImport(let id):
      .delete(collection: Collection.imports, id: id.description)
    case .addPart(let file, let part, let json):
      .insert(
        Document(
          collection: Collection.importParts, id: Self.part(part, of: file),
          parent: file.description, body: json))
    case .removeParts(let id, let parts):
      .delete(collection: Collection.parts, id: Self.part(parts.lowerBound, of: id))
    case .erase(let erasure): .erase(erasure)
    case .removePart(let file, let part):
      .delete(collection: Collection.importParts, id: Self.part(part, of: file))
    }
  }

  /// Removes the parts of a long past meeting behind the first.
  ///
  /// - Parameters:
  ///   - count: how many it has.
  ///   - kept: how many of them stay.
  static func laterParts(of id: Meeting.ID, _ count: Int, behind kept: Int = 1) -> [Change] {
    count > kept ? [.removeParts(of: id, kept + 1...count)] : []
  }

  /// Removes what was open of a past meeting and is not in what is left of it.
  static func lostFollowUps(of meeting: Meeting, left: Meeting) -> [Change] {
    let kept = Set((left.notes ?? []).map(\.id))
    return (meeting.notes ?? []).filter { $0.isOpen && !kept.contains($0.id) }
      .map { .removeFollowUp($0.id) }
  }

  /// The id of a part's document.
  static func part(_ part: Int, of whole: some CustomStringConvertible) -> String {
    "\(whole)/\(part)"
  }

  /// The standup itself that it changes, as lists show it.
  var standup: Standup.ID? {
    switch self {
    case .addStandup(let record), .putStandup(let record): record.id
    case .removeStandup(let id): id
    case .addSession, .putState, .putLine, .removeSession, .putMeeting, .removeMeeting,
      .removeMeetings, .removeParts, .putFollowUp, .removeFollowUp, .removeFollowUps, .removeNotice,
      .putImport, .removeImport, .addPart, .removePart, .erase:
      nil
    }
  }

  /// The live meeting whose clock it may change.
  var session: Meeting.ID? {
    switch self {
    case .addSession(let session): session.id
    case .putState(_, let id), .removeSession(let id): id
    case .addStandup, .putStandup, .removeStandup, .putLine, .putMeeting, .removeMeeting,
      .removeMeetings, .removeParts, .putFollowUp, .removeFollowUp, .removeFollowUps, .removeNotice,
      .putImport, .removeImport, .addPart, .removePart, .erase:
      nil
    }
  }

  /// The change of what is in memory. Past meetings are not.
  func apply(to saved: inout Saved) {
    switch self {
    case .addStandup(let record): saved.add(record)
    case .putStandup(let record): saved.recent.put(record)
    case .removeStandup(let id):
      saved.removeStandup(id)
      saved.forgetUnreadable { $0.collection == Collection.standups && $0.id == id.description }
    case .addSession(let session): saved.put(session)
    case .putState(let state, let id): saved.sessions.lay(state, over: id)
    case .putLine(let line, _, let id): saved.sessions.take(line, in: id)
    case .removeSession(let id):
      saved.removeSession(id)
      saved.forgetUnreadable { $0.meeting == id }
    case .removeNotice: saved.destination = nil
    case .putImport(let file): saved.imports[file.id] = file
    case .removeImport(let id):
      saved.imports[id] = nil
      saved.forgetUnreadable { $0.collection == Collection.imports && $0.id == id.description }
    case .putMeeting(let meeting, _): saved.forgetPast(meeting.id)
    case .removeMeeting(let id): saved.forgetPast(id)
    case .removeMeetings(let standup):
      saved.forgetUnreadable {
        $0.collection == Collection.meetings && $0.parent == standup.description
      }
    case .putFollowUp(let followUp, _): saved.forgetFollowUp(followUp.id)
    case .removeFollowUp(let id): saved.forgetFollowUp(id)
    case .removeFollowUps(let standup):
      saved.forgetUnreadable {
        $0.collection == Collection.followUps && $0.parent == standup.description
      }
    case .addPart, .removePart, .removeParts, .erase: break
    }
  }
}

extension Saved {
  /// A past meeting is gone, or was written anew.
  fileprivate mutating func forgetPast(_ id: Meeting.ID) {
    forgetUnreadable { $0.collection == Collection.meetings && $0.id == id.description }
  }

  /// A follow-up is gone, or was written anew.
  fileprivate mutating func forgetFollowUp(_ id: FollowUp.ID) {
    forgetUnreadable { $0.collection == Collection.followUps && $0.id == id.description }
  }
}
