import Bus
import Documents
import Foundation
import StandupsLogging
import ServiceShell
import Standups

/// The handling of one action.
struct StandupsReduction: ServiceReduction {
  var state: StandupsState
  var effects: [StandupsEffect] = []
  let reducer: StandupsReducer
  /// True if an operation ended, so that waiting commands may start.
  var hasRoom = false
  /// Header of the command that is being handled, for the log and for messages to other services.
  private(set) var cause: Header? { didSet { scope = cause?.scope ?? .all } }
  /// The teams whose standups the command that is being handled may read or change.
  private(set) var scope = TeamScope.all

  init(state: StandupsState, reducer: StandupsReducer) {
    self.state = state
    self.reducer = reducer
  }

  mutating func take(_ action: StandupsAction) {
    switch action {
    case .start: startLoading()
    case .shared(let result): shared(result)
    case .loaded(let result): loaded(result)
    case .retryLoading: loadNext()
    case .received(let caller, let command, let header):
      receive(Waiting(caller: caller, command: command, header: header))
    case .committed(let id, let result): resume(id) { try $0.committed($1, result) }
    case .retryCommit(let id):
      resume(id) { reduction, operation in reduction.retryCommit(operation) }
    case .replyFound(let id, let result): resume(id) { try $0.replyFound($1, result) }
    case .documents(let id, let result): resume(id) { try $0.documents($1, result) }
    case .found(let id, let result): resume(id) { try $0.found($1, result) }
    case .teamFound(let id, let result): resume(id) { try $0.teamFound($1, result) }
    case .peopleFound(let id, let result): resume(id) { try $0.peopleFound($1, result) }
    case .authorization(let id, let result): resume(id) { try $0.authorization($1, result) }
    case .ended(let id, let result): resume(id) { try $0.ended($1, result) }
    case .lastWords(let meeting, let result): lastWords(meeting, result)
    case .worked(let meetings, let work, let result): worked(meetings, work, result)
    case .syncDue(let meetings, let work): send(meetings, work)
    case .importDue(let id): continueImport(id)
    case .importIdle(let id, let parts): importIdle(id, parts)
    case .discarded(let meeting, let result): discarded(meeting, result)
    case .recordingStopped(let meeting, let result): repeatRelease(meeting, after: result)
    case .releaseDue(let meeting): releaseAgain(meeting)
    case .forgetDue(let words, let after): forgetDue(words, after: after)
    case .overdue: overdue()
    case .drain: drain()
    }
  }

  /// Continues an operation; an error that the body throws is its reply.
  mutating func resume(
    _ id: OperationID, _ body: (inout StandupsReduction, Operation) throws -> Void
  ) {
    // A result for an operation that has ended is late, and is ignored.
    guard let operation = state.operations[id] else { return }
    let outer = cause
    cause = operation.header
    defer { cause = outer }
    do {
      try body(&self, operation)
    } catch let error as BusError {
      refuse(operation.id, error)
    } catch {
      finish(operation.id, .failure(BusError(any: error)))
    }
  }

  mutating func log(_ level: LogEntry.Level, _ message: String) {
    effects.append(.log(LogEntry(level, message, cause: cause)))
  }
}

// MARK: Commands

extension StandupsReduction {
  /// Executes the first step of a command.
  mutating func run(_ operation: Operation) throws {
    switch operation.command {
    case .list(let command): try list(operation, command)
    case .get(let command): try get(operation, command)
    case .create(let command): try create(operation, command)
    case .edit(let command): try edit(operation, command)
    case .markAbsent(let command): try markAbsent(operation, command)
    case .markPresent(let command): try markPresent(operation, command)
    case .setTeam(let command): try setTeam(operation, command)
    case .delete(let command): try delete(operation, command)
    case .deleteMeeting(let command): try deleteMeeting(operation, command)
    case .correct(let command): try correct(operation, command)
    case .note(let command): try note(operation, command)
    case .listFollowUps(let command): try listFollowUps(operation, command)
    case .finishFollowUp(let command): try finishFollowUp(operation, command)
    case .writeUpdate(let command): try writeUpdate(operation, command)
    case .listUpdates(let command): try findUpdates(operation, of: command.standup)
    case .removeUpdate(let command): try findUpdates(operation, of: command.standup)
    case .saveWritten(let command): try saveWritten(operation, command)
    case .findPerson(let command): try findPerson(operation, command)
    case .forgetPerson(let command): try forgetPerson(operation, command)
    case .findOld(let words, let after): findOld(operation, words, after: after)
    case .forgetWords(let meetings): try forgetWords(operation, meetings)
    case .forgetOldUpdates(let standup): try forgetOldUpdates(operation, of: standup)
    case .getPart(let command): getPart(operation, command)
    case .statistics(let command): try getStatistics(operation, command)
    case .discard(let command): try discard(operation, command)
    case .unreadable(let command): try read(operation, command)
    case .importFile(let existing, let team, let standups):
      _ = try newTeam(team)
      try importFile(operation, existing, standups)
    case .importPart(let command, let standups): try importPart(operation, command, standups)
    case .takeImport(let command): try takeImport(operation, command)
    case .getImport(let command):
      finish(operation.id, .success(.importing(try file(command.id).progress)))
    case .readPart(let id): try readPart(operation, id)
    case .applyPart(let id, let standups): try applyPart(operation, id, standups)
    case .dropParts(let id): try dropParts(operation, id)
    case .failImport(let id, let problem): try failImport(operation, id, problem)
    case .exportFile(let command): try export(operation, command)
    case .search(let command): try search(operation, command)
    case .status: getStatus(operation)
    case .answerList(let command): try answerList(operation, command)
    case .start(let command): try start(operation, command)
    case .getMeeting(let command): try getMeeting(operation, command)
    case .listLive(let command): try listLive(operation, command)
    case .next(let command): try next(operation, command)
    case .postpone(let command): try postpone(operation, command)
    case .extend(let command): try extend(operation, command)
    case .absent(let command): try drop(operation, command)
    case .present(let command): try present(operation, command)
    case .reorder(let command): try reorder(operation, command)
    case .undo(let command): try undo(operation, command)
    case .pause(let command): try pause(operation, command)
    case .resume(let command): try resume(operation, command)
    case .end(let command): try end(operation, command)
    case .answer(let command): try answer(operation, command)
    case .setRetention(let command): try setRetention(operation, command)
    case .getRetention: getRetention(operation)
    case .listDiscarded(let command): try listDiscarded(operation, command)
    case .restore(let command): try restore(operation, command)
    case .boundDiscarded(let discarding): findDiscarded(operation, of: discarding.team)
    case .forgetDiscarded(let meetings): forgetDiscarded(operation, meetings)
    case .addTerms(let command): try addTerms(operation, command)
    case .removeTerms(let command): try removeTerms(operation, command)
    case .listTerms(let command): try listTerms(operation, command)
    case .teamGone(let command): teamGone(operation, command)
    case .setShare(let command): setShare(operation, command)
    case .speakerChanged(let command): try speakerChanged(operation, command)
    case .timeUp(let command): try timeUp(operation, command)
    case .lineHeard(let command): try lineHeard(operation, command)
    case .speechFailed(let command): try speechFailed(operation, command)
    case .recordingDenied(let command): try recordingDenied(operation, command)
    case .voicesRecognised(let command): try voicesRecognised(operation, command)
    case .work(let command): answerWork(operation, command)
    case .warn(let id): try warn(operation, id)
    case .closeEnd(let id): try closeEnd(operation, id)
    case .linesHeard(let id, let lines): try linesHeard(operation, id, lines)
    }
  }

  /// Continues an operation with the documents that it requested.
  mutating func documents(
    _ operation: Operation, _ result: Result<DocumentPage, BusError>
  ) throws {
    switch operation.step {
    case .lookingUp(let ids): try lookedUp(operation, ids, try result.get())
    case .loading(let reading):
      if case .get(let command) = operation.command, case .page(let limit) = reading {
        return try pageLoaded(operation, command, limit: limit, result)
      }
      if case .exportFile(let command) = operation.command,
        case .exportedMeetings(let export) = reading
      {
        return try exported(operation, command, export, result)
      }
      if case .statistics(let reading) = reading {
        return try statisticsLoaded(operation, reading, result)
      }
      if case .setShare(let command) = operation.command, case .share(let loading) = reading {
        return try loadedShare(operation, command, loading, result)
      }
      let page = try result.get()
      switch (operation.command, reading) {
      case (.list, .list(let key, let revision)): listed(operation, key, revision, page)
      case (.status, .count): counted(operation, page)
      case (.search, .titles(let found)): try titlesFound(operation, found, page)
      case (.exportFile(let command), .exportedStandups(let export)):
        try exported(operation, command, export, page)
      case (.delete(let command), .deletedStandup(let meetings)):
        try foundMeetings(operation, command, meetings, page)
      case (.findPerson(let command), .person(let place)):
        try foundPerson(operation, command, place, page)
      case (.forgetPerson(let command), .person(let place)):
        try foundForgotten(operation, command, place, page)
      case (.findOld(.transcripts, _), .old): foundOld(operation, page)
      case (.findOld(.ofTeam(let team), _), .old): foundOld(operation, page, of: team)
      case (.findOld(.updates, _), .old): foundOldUpdates(operation, page)
      case (.findOld(.discarded, _), .old): foundOldDiscarded(operation, page)
      case (.boundDiscarded(let discarding), .discarded):
        foundDiscarded(operation, discarding, page)
      case (.forgetDiscarded(let meetings), .restored):
        try forgetDiscarded(operation, meetings, restored: page)
      case (.listDiscarded(let command), .discarded): listedDiscarded(operation, command, page)
      case (.restore(let command), .discarded): try foundDiscarded(operation, command, page)
      case (.restore(let command), .restoring(let meeting)):
        try restore(operation, command, meeting, past: page)
      case (.forgetOldUpdates(let standup), .updates):
        try foundOldUpdates(operation, of: standup, page)
      case (.forgetWords(let meetings), .old): try foundWords(operation, meetings, page)
      case (_, .deleted(let command)): try foundDeleted(operation, command, page)
      case (_, .newest(let command, let parts)):
        try foundNewest(operation, command, parts: parts, page)
      case (_, .deletedNotes(let command, let parts, let record)):
        try foundNotes(operation, command, parts: parts, record, page)
      case (.correct(let command), .correctedMeeting):
        try foundCorrected(operation, command, page)
      case (.correct(let command), .correctedPart(let first)):
        try foundCorrectedPart(operation, command, first: first, page)
      case (.note(let command), .noted): try foundNoted(operation, command, page)
      case (.note(let command), .open(let past)): try foundOpen(operation, command, past, page)
      case (.listFollowUps(let command), .followUps):
        foundFollowUps(operation, command, page)
      case (.finishFollowUp(let command), .finished): try foundFinished(operation, command, page)
      case (.finishFollowUp, .finishedIn(let followUp)):
        try foundFinishedIn(operation, followUp, page)
      case (.writeUpdate(let command), .updates): try foundUpdates(operation, command, page)
      case (.listUpdates(let command), .updates): try foundUpdates(operation, command, page)
      case (.removeUpdate(let command), .updates): try foundUpdates(operation, command, page)
      case (.saveWritten(let command), .updates): try foundUpdates(operation, command, page)
      case (.start(let command), .updates): try foundUpdates(operation, command, page)
      case (.forgetPerson(let command), .updates): try foundUpdates(operation, command, page)
      case (.getPart(let command), .meetingPart): try partLoaded(operation, command, page)
      case (.exportFile(let command), .exportedParts(let export, let parts, let rest)):
        try exportedParts(operation, command, export, parts, rest, page)
      case (_, .unreadable(let cursor)): try readUnreadable(operation, cursor, page)
      case (_, .imported(let found)): try foundImported(operation, found, page)
      case (_, .importedNotes(let found)): try foundNotes(operation, found, page)
      case (.readPart(let id), .part): try partLoaded(operation, id, page)
      default: break
      }
    default: break
    }
  }
}

// MARK: For several commands

extension StandupsReduction {
  /// The current time, in milliseconds since 1970-01-01 UTC.
  var nowMs: Int64 { reducer.date.milliseconds }

  /// Creates an event about a standup and, if given, its live meeting.
  func event(
    _ data: some EventData, standup: Standup.ID?, meeting: Meeting.ID? = nil,
    _ operation: Operation
  ) throws -> NewEvent {
    try NewEvent(
      data, id: reducer.eventID(),
      about: meeting?.description ?? standup?.description ?? "", standup: standup?.description,
      meeting: meeting?.description, time: reducer.date(),
      traceparent: operation.header?.traceparent?.text)
  }

  /// Creates an event about a live meeting.
  func event(
    _ data: some EventData, of session: MeetingSession, _ operation: Operation
  ) throws -> NewEvent {
    try event(data, standup: session.standup.id, meeting: session.id, operation)
  }

  /// Returns true if the command that is being handled may read or change the standup. To a command
  /// that may not, the standup does not exist.
  func isVisible(_ standup: Standup) -> Bool { scope.contains(standup.teamID) }

  /// Returns a standup that an operation is about.
  ///
  /// - Throws: `not_found` if it does not exist.
  func record(_ id: Standup.ID, _ operation: Operation) throws -> StandupRecord {
    guard let record = known(id, operation) else {
      throw BusError(
        .notFound, "Standup \(id) not found. It may have been deleted.",
        detail: ["standup": "\(id)"])
    }
    return record
  }

  /// Returns the live meeting with this id.
  ///
  /// - Throws: `not_found` if it is not live.
  func session(_ id: Meeting.ID) throws -> MeetingSession {
    guard let session = state.saved.sessions[id: id], isVisible(session.standup) else {
      throw BusError(
        .notFound, "Meeting \(id) is not live. It may have ended.", detail: ["meeting": "\(id)"])
    }
    return session
  }

  /// Returns the limit of a page, or the default without one.
  ///
  /// - Throws: `invalid` outside the valid range.
  static func limit(_ limit: Int?, from minimum: Int, default usual: Int) throws -> Int {
    let limit = limit ?? usual
    guard (minimum...1000).contains(limit) else {
      throw BusError(.invalid, "Invalid limit \(limit); expected \(minimum) to 1000.")
    }
    return limit
  }

  /// Maximum estimated size of a list, in bytes: it has to fit in a message of 1 MiB.
  static let maxListBytes = 600_000
}

extension BusError {
  /// The error for an `after` that is not from a reply.
  static let invalidCursor = BusError(.invalid, DocumentCursor.invalid)
}
