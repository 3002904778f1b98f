import Documents
import FastJSON
import Standups
import StandupsAPI

/// A change of saved state.
enum Change: Hashable, Sendable {
  /// Adds a new standup; if its id exists, the decision is rejected.
  case addStandup(StandupRecord)
  case putStandup(StandupRecord)
  /// Removes a standup, and its discarded meetings.
  case removeStandup(Standup.ID)
  /// Adds a meeting in its initial state.
  case addSession(MeetingSession)
  case putState(MeetingSession.State, of: Meeting.ID)
  /// Adds a line with its number, from 0. The number of a line that does not fit in the transcript
  /// is used again for the next one.
  case putLine(MeetingSession.Line, Int, of: Meeting.ID)
  /// Replaces a line, which belongs to another attendee now.
  case reassignLine(MeetingSession.ReassignedLine, of: Meeting.ID)
  /// Ends a live meeting such that the end can be undone.
  case endSession(MeetingSession.State, of: Meeting.ID)
  /// Undoes the end of a meeting, which is live again.
  case reopenSession(MeetingSession.State, of: Meeting.ID)
  /// Removes all documents of a live meeting, or of one whose end could be undone.
  case removeSession(Meeting.ID)
  /// Writes a past meeting, or a part of a long one.
  case putMeeting(Meeting, of: Standup.ID)
  case removeMeeting(Meeting.ID)
  /// Removes some parts of a long past meeting.
  case removeParts(of: Meeting.ID, ClosedRange<Int>)
  case removeMeetings(of: Standup.ID)
  /// Writes a discarded meeting, which can be restored.
  case putDiscarded(DiscardedMeeting, of: Standup.ID)
  case removeDiscarded(Meeting.ID)
  /// Moves a standup with its past meetings to the team that the record names.
  case moveStandup(StandupRecord)
  /// Writes an open follow-up.
  case putFollowUp(FollowUp, of: Standup.ID)
  case removeFollowUp(FollowUp.ID)
  /// Removes all open follow-ups of a standup.
  case removeFollowUps(of: Standup.ID)
  /// Writes the updates of a standup that wait.
  case putUpdates([WrittenUpdate], of: Standup.ID)
  case removeUpdates(of: Standup.ID)
  /// Sets the retention of a team.
  case putRetention(TeamRetention)
  /// Removes the retention of a team with this id.
  case removeRetention(String)
  case removeNotice
  case putImport(FileImport)
  case removeImport(ImportStandups.ID)
  /// Adds a part of a file, in the format of the file.
  case addPart(ImportStandups.ID, Int, RawJSON)
  case removePart(ImportStandups.ID, Int)
  /// Writes the glossary of a team, with at least one term.
  case putGlossary([GlossaryTerm], of: String)
  case removeGlossary(String)
  /// Erases the content of a meeting or a standup from the journal and the idempotency store.
  case erase(Erasure)
}

/// Names of the collections of documents in the store.
enum Collection {
  static let standups = "standups"
  /// Live meetings as they were at the start.
  static let sessions = "sessions"
  /// States of live meetings after their start, one document for each.
  static let states = "session.states"
  /// Transcripts of live meetings, one document for each line.
  static let lines = "session.lines"
  static let meetings = "meetings"
  /// Later parts of long past meetings, by standup.
  static let parts = "meetings.parts"
  /// Discarded meetings that can be restored, by standup.
  static let discarded = "meetings.discarded"
  /// Open follow-ups, by standup. Those that are done are only in their meetings.
  static let followUps = "followUps"
  /// Written updates that wait for the end of a meeting, one document for each standup.
  static let updates = "updates"
  static let notices = "notices"
  /// Retention of teams, one document for each.
  static let retention = "retention"
  static let imports = "imports"
  static let importParts = "imports.parts"
  /// Glossaries, one document for each team that has terms.
  static let glossaries = "glossaries"
  /// The document in `notices` that persistence creates when it sets a damaged file aside.
  static let dataFailedToLoad = "dataFailedToLoad"
}

extension Change {
  /// The changes of documents that persistence makes for this change.
  ///
  /// - Parameter teams: the teams of the standups whose meetings are written.
  func documents(_ teams: [Standup.ID: String] = [:]) throws -> [DocumentChange] {
    switch self {
    case .removeSession(let id):
      [
        try document(teams), .delete(collection: Collection.states, id: id.description),
        .deleteChildren(collection: Collection.lines, parent: id.description),
      ]
    case .removeStandup(let id):
      [
        try document(teams),
        .deleteChildren(collection: Collection.discarded, parent: id.description),
      ]
    case .removeParts(let id, let parts):
      parts.map { .delete(collection: Collection.parts, id: Self.part($0, of: id)) }
    case .removeMeetings(let standup):
      [
        try document(teams),
        .deleteChildren(collection: Collection.parts, parent: standup.description),
      ]
    case .moveStandup(let record):
      // The store rejects a document that replaces one of another team.
      [
        DocumentChange.delete(collection: Collection.standups, id: record.id.description),
        try document(teams),
      ]
        + [Collection.meetings, Collection.parts, Collection.discarded].map {
          DocumentChange.setTeam(
            collection: $0, parent: record.id.description, team: record.standup.teamID)
        }
    case .removeImport(let id):
      [
        try document(teams),
        .deleteChildren(collection: Collection.importParts, parent: id.description),
      ]
    case .putGlossary(_, let team):
      // The document moves, so that the transaction fails if the team was removed.
      [.delete(collection: Collection.glossaries, id: team), try document(teams)]
    default: [try document(teams)]
    }
  }

  /// The main one of these changes of documents.
  func document(_ teams: [Standup.ID: String] = [:]) throws -> DocumentChange {
    switch self {
    case .addStandup(let record): .insert(try record.document())
    case .putStandup(let record), .moveStandup(let record): .put(try record.document())
    case .removeStandup(let id):
      .delete(collection: Collection.standups, id: id.description)
    case .addSession(let session):
      .put(
        Document(
          collection: Collection.sessions, id: session.id.description,
          body: try RawJSON(encoding: session)))
    case .putState(let state, let id), .endSession(let state, let id),
      .reopenSession(let state, let id):
      .put(
        Document(
          collection: Collection.states, id: id.description, body: try RawJSON(encoding: state)))
    case .putLine(let line, let number, let id):
      .put(try Self.document(line, number, of: id))
    case .reassignLine(let reassigned, let id):
      .put(try Self.document(reassigned.line, reassigned.number, of: id))
    case .removeSession(let id):
      .delete(collection: Collection.sessions, id: id.description)
    case .putMeeting(let meeting, let standup):
      .put(
        Document(
          collection: meeting.part == nil ? Collection.meetings : Collection.parts,
          id: meeting.part.map { Self.part($0, of: meeting.id) } ?? meeting.id.description,
          parent: standup.description, team: teams[standup], sortKey: meeting.milliseconds,
          body: try RawJSON(encoding: meeting), searchText: meeting.searchText))
    case .removeMeeting(let id):
      .delete(collection: Collection.meetings, id: id.description)
    case .removeMeetings(let standup):
      .deleteChildren(collection: Collection.meetings, parent: standup.description)
    case .putDiscarded(let discarded, let standup):
      .put(
        Document(
          collection: Collection.discarded, id: discarded.meeting.id.description,
          parent: standup.description, team: teams[standup], sortKey: discarded.atMs,
          body: try RawJSON(encoding: discarded)))
    case .removeDiscarded(let id):
      .delete(collection: Collection.discarded, id: id.description)
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
    case .putUpdates(let updates, let standup):
      .put(
        Document(
          collection: Collection.updates, id: standup.description, parent: standup.description,
          body: try RawJSON(encoding: PendingUpdates(updates: updates))))
    case .removeUpdates(let standup):
      .delete(collection: Collection.updates, id: standup.description)
    case .putRetention(let retention):
      .put(
        Document(
          collection: Collection.retention, id: retention.team,
          body: try RawJSON(encoding: retention)))
    case .removeRetention(let team): .delete(collection: Collection.retention, id: team)
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
    case .putGlossary(let terms, let team):
      .put(
        Document(
          collection: Collection.glossaries, id: team, team: team,
          body: try RawJSON(encoding: StoredGlossary(terms: terms))))
    case .removeGlossary(let team): .delete(collection: Collection.glossaries, id: team)
    }
  }

  /// Removes the later parts of a long past meeting.
  ///
  /// - Parameters:
  ///   - count: number of its parts.
  ///   - kept: number of parts to keep, starting with the first.
  static func laterParts(of id: Meeting.ID, _ count: Int, behind kept: Int = 1) -> [Change] {
    count > kept ? [.removeParts(of: id, kept + 1...count)] : []
  }

  /// Removes the open follow-ups of a past meeting that the remaining meeting no longer contains.
  static func lostFollowUps(of meeting: Meeting, left: Meeting) -> [Change] {
    let kept = Set((left.notes ?? []).map(\.id))
    return (meeting.notes ?? []).filter { $0.isOpen && !kept.contains($0.id) }
      .map { .removeFollowUp($0.id) }
  }

  private static func document(
    _ line: MeetingSession.Line, _ number: Int, of id: Meeting.ID
  ) throws -> Document {
    Document(
      collection: Collection.lines, id: "\(id)/\(number)", parent: id.description,
      sortKey: Int64(number), body: try RawJSON(encoding: line))
  }

  /// Id of the document of a part.
  static func part(_ part: Int, of whole: some CustomStringConvertible) -> String {
    "\(whole)/\(part)"
  }

  /// The standup whose entry in lists it changes; nil for none.
  var standup: Standup.ID? {
    switch self {
    case .addStandup(let record), .putStandup(let record), .moveStandup(let record): record.id
    case .removeStandup(let id): id
    case .addSession, .putState, .putLine, .reassignLine, .endSession, .reopenSession,
      .removeSession,
      .putMeeting, .removeMeeting,
      .removeMeetings, .removeParts, .putDiscarded, .removeDiscarded, .putFollowUp, .removeFollowUp,
      .removeFollowUps,
      .putUpdates, .removeUpdates, .putRetention, .removeRetention, .removeNotice,
      .putImport, .removeImport, .addPart, .removePart, .putGlossary, .removeGlossary, .erase:
      nil
    }
  }

  /// The standup whose past or discarded meeting it writes; nil for any other change.
  var meetingOwner: Standup.ID? {
    switch self {
    case .putMeeting(_, let standup), .putDiscarded(_, let standup): standup
    default: nil
    }
  }

  /// The live meeting of whose changes the timer and transcription may have to learn; nil for none.
  var session: Meeting.ID? {
    switch self {
    case .addSession(let session): session.id
    case .putState(_, let id), .endSession(_, let id), .reopenSession(_, let id),
      .removeSession(let id), .reassignLine(_, let id):
      id
    case .addStandup, .putStandup, .moveStandup, .removeStandup, .putLine, .putMeeting,
      .removeMeeting, .removeMeetings, .removeParts, .putDiscarded, .removeDiscarded, .putFollowUp,
      .removeFollowUp,
      .removeFollowUps,
      .putUpdates, .removeUpdates, .putRetention, .removeRetention, .removeNotice,
      .putImport, .removeImport, .addPart, .removePart, .putGlossary, .removeGlossary, .erase:
      nil
    }
  }

  /// Applies the change to the state in memory, which has no past meetings.
  func apply(to saved: inout Saved) {
    switch self {
    case .addStandup(let record): saved.add(record)
    case .putStandup(let record), .moveStandup(let record): saved.recent.put(record)
    case .removeStandup(let id):
      saved.removeStandup(id)
      saved.forgetUnreadable(Collection.standups, id)
      saved.forgetUnreadable(Collection.discarded, of: id)
    case .addSession(let session): saved.put(session)
    case .putState(let state, let id):
      saved.sessions.setState(state, of: id)
      saved.ended.setState(state, of: id)
    case .putLine(let line, _, let id):
      saved.sessions.add(line, to: id)
      saved.ended.add(line, to: id)
    case .reassignLine(let line, let id):
      saved.sessions.reassign(line, in: id)
      saved.ended.reassign(line, in: id)
    case .endSession(let state, let id): saved.end(id, state)
    case .reopenSession(let state, let id): saved.reopen(id, state)
    case .removeSession(let id):
      saved.removeSession(id)
      saved.forgetUnreadable { $0.meeting == id }
    case .putRetention(let retention):
      saved.retention[retention.team] = retention
      saved.forgetUnreadable(Collection.retention, retention.team)
    case .removeRetention(let team):
      saved.retention[team] = nil
      saved.forgetUnreadable(Collection.retention, team)
    case .removeNotice: saved.destination = nil
    case .putImport(let file): saved.imports[file.id] = file
    case .removeImport(let id):
      saved.imports[id] = nil
      saved.forgetUnreadable(Collection.imports, id)
    case .putMeeting(let meeting, _): saved.forgetUnreadable(Collection.meetings, meeting.id)
    case .removeMeeting(let id): saved.forgetUnreadable(Collection.meetings, id)
    case .removeMeetings(let standup):
      saved.forgetUnreadable(Collection.meetings, of: standup)
    case .putDiscarded(let discarded, _):
      saved.forgetUnreadable(Collection.discarded, discarded.meeting.id)
    case .removeDiscarded(let id): saved.forgetUnreadable(Collection.discarded, id)
    case .putFollowUp(let followUp, _): saved.forgetUnreadable(Collection.followUps, followUp.id)
    case .removeFollowUp(let id): saved.forgetUnreadable(Collection.followUps, id)
    case .removeFollowUps(let standup):
      saved.forgetUnreadable(Collection.followUps, of: standup)
    case .putUpdates(_, let standup), .removeUpdates(let standup):
      saved.forgetUnreadable(Collection.updates, standup)
    case .putGlossary(let terms, let team):
      saved.glossaries[team] = terms
      saved.forgetUnreadable(Collection.glossaries, team)
    case .removeGlossary(let team):
      saved.glossaries[team] = []
      saved.forgetUnreadable(Collection.glossaries, team)
    case .addPart, .removePart, .removeParts, .erase: break
    }
  }
}
