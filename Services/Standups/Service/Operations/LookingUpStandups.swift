import Bus
import StandupsCollections
import Documents
import Schema
import Standups

/// Reading of standups, which are on disk. Those that a command is about are read before it runs,
/// unless they were used recently.
extension StandupsReduction {
  /// Runs a command once the team that it names was found, the standups that it is about are
  /// loaded, and the persons to whom it links attendees were found.
  mutating func lookUp(_ operation: Operation) throws {
    try checkShare(operation.command)
    guard let team = unknownTeam(in: operation.command) else { return try readStandups(operation) }
    // The message must not be rejected as invalid, which would be a defect of this service.
    guard TeamID.isValid(team) else { throw Self.error(.team(team)) }
    step(operation.id, .findingTeam)
    effects.append(.findTeam(operation.id, team))
  }

  /// Continues a command whose team was found.
  mutating func teamFound(_ operation: Operation, _ result: Result<Done, BusError>) throws {
    guard operation.step == .findingTeam else { return }
    _ = try result.get()
    try readStandups(operation)
  }

  private mutating func readStandups(_ operation: Operation) throws {
    let ids = subjects(of: operation.command).unique()
    guard !ids.isEmpty else { return try findPeople(operation) }
    // The operation keeps its own copies, because the recent ones may be evicted before it ends.
    var operation = operation
    // One of another team is read again, so that the time of the reply does not reveal that it exists.
    for id in ids {
      operation.records[id] = state.saved.recent[id].flatMap { isVisible($0.standup) ? $0 : nil }
    }
    state.operations[operation.id]?.records = operation.records
    try readMissing(operation, ids.filter { operation.records[$0] == nil })
  }

  private mutating func readMissing(_ operation: Operation, _ missing: [Standup.ID]) throws {
    guard !missing.isEmpty else { return try findPeople(operation) }
    for id in missing where operation.entities.isEmpty { state.reading[id] = operation.id }
    step(operation.id, .lookingUp(missing))
    effects.append(.load(operation.id, Self.query(missing)))
  }

  mutating func lookedUp(
    _ operation: Operation, _ ids: [Standup.ID], _ page: DocumentPage
  ) throws {
    keep(page.documents, for: operation)
    stopReading(operation)
    guard let operation = state.operations[operation.id] else { return }
    try readMissing(operation, Array(ids[page.answered(of: ids)...]))
  }

  /// Stops keeping results for this operation: other operations may change the standups from now
  /// on.
  mutating func stopReading(_ operation: Operation) {
    guard case .lookingUp(let ids) = operation.step else { return }
    for id in ids where state.reading[id] == operation.id { state.reading[id] = nil }
  }

  /// The query for standups by their ids.
  static func query(_ ids: [Standup.ID]) -> DocumentQuery {
    DocumentQuery(
      collection: Collection.standups, ids: ids.prefix(DocumentQuery.maxIDs).map(\.description))
  }

  /// Keeps standups that were read.
  mutating func keep(_ documents: [Document], for operation: Operation) {
    for document in documents {
      do {
        let record = try StandupRecord(document)
        state.operations[operation.id]?.records[record.id] = record
        // A command that only reads may have read an outdated version, if another command changed
        // the standup since.
        if state.locks[.standup(record.id)] == operation.id
          || state.reading[record.id] == operation.id
        {
          state.saved.recent.put(record)
        }
      } catch {
        note(unreadable: document, error)
      }
    }
  }

  /// The current standup, if it exists, was looked up, and is visible to the command.
  func known(_ id: Standup.ID, _ operation: Operation) -> StandupRecord? {
    knownInAnyTeam(id, operation).flatMap { isVisible($0.standup) ? $0 : nil }
  }

  /// The current standup of any team, if it exists and was looked up.
  func knownInAnyTeam(_ id: Standup.ID, _ operation: Operation) -> StandupRecord? {
    state.saved.recent[id] ?? operation.records[id]
  }

  /// The standups that a command is about.
  func subjects(of command: StandupsCommand) -> [Standup.ID] {
    switch command {
    case .get(let command): return [command.id]
    case .edit(let command): return [command.id]
    case .markAbsent(let command): return [command.id]
    case .markPresent(let command): return [command.id]
    case .setTeam(let command): return [command.id]
    case .delete(let command): return [command.id]
    case .deleteMeeting(let command): return [command.standup]
    case .restore(let command): return [command.standup]
    case .listDiscarded(let command): return command.standup.map { [$0] } ?? []
    case .correct(let command): return [command.standup]
    case .note(let command): return [command.standup]
    case .listFollowUps(let command): return [command.standup]
    case .finishFollowUp(let command): return [command.standup]
    case .writeUpdate(let command): return [command.standup]
    case .listUpdates(let command): return [command.standup]
    case .statistics(let command): return [command.standup]
    case .search(let command): return command.standup.map { [$0] } ?? []
    case .removeUpdate(let command): return [command.standup]
    case .saveWritten(let command): return [command.standup]
    case .forgetPerson(let command): return [command.standup]
    case .forgetOldUpdates(let standup): return [standup]
    case .discard(let command):
      return unreadable(command.document)?.pastMeeting.map { [$0.standup] } ?? []
    case .start(let command): return [command.standup]
    case .importFile(_, _, let standups), .importPart(_, let standups), .applyPart(_, let standups):
      return standups.map(\.id)
    // Later pages of an export skip standups that were deleted.
    case .exportFile(let command): return command.after == nil ? command.ids ?? [] : []
    // These may end a meeting, which changes its standup; or may need an attendee who was left out
    // at the start.
    case .answer, .timeUp, .present:
      guard let session = command.meeting.flatMap({ state.saved.sessions[id: $0] }),
        isVisible(session.standup)
      else { return [] }
      return [session.standup.id]
    // This may remove a past meeting, whose end it undoes.
    case .undo(let command):
      guard let session = state.saved.ended[id: command.id]?.session, isVisible(session.standup)
      else { return [] }
      return [session.standup.id]
    case .list, .create, .status, .answerList, .setRetention, .getRetention,
      .getMeeting, .listLive, .next,
      .postpone, .extend, .absent, .reorder, .pause, .resume, .end, .speakerChanged, .lineHeard,
      .linesHeard, .closeEnd, .speechFailed,
      .recordingDenied, .voicesRecognised, .work, .warn, .takeImport, .setShare,
      .getImport, .readPart, .dropParts, .failImport, .unreadable, .getPart, .findPerson, .findOld,
      .boundDiscarded, .forgetDiscarded, .forgetWords, .addTerms, .removeTerms, .listTerms,
      .teamGone:
      return []
    }
  }
}
