import Standups
import StandupsAPI

/// An entity that one operation changes at a time.
enum Entity: Hashable, Sendable {
  /// The share of this instance.
  case share
  /// A standup with its live meeting.
  case standup(Standup.ID)
  /// The alert over the list.
  case list
  /// The retention of teams.
  case retention
  /// A file that is imported in parts.
  case file(ImportStandups.ID)
  /// The glossaries of all teams. They change rarely, and a command may name no team.
  case glossaries
  /// The transcript of a meeting that is ending. The ending operation has locked the standup and
  /// waits for the recogniser, which may itself wait until its last lines are accepted.
  case transcript(Meeting.ID)
}

/// Locks of the entities that a command changes, which no other command may change at that time.
extension StandupsReduction {
  /// The entities that a command changes.
  ///
  /// - Returns: an empty set for a command that only reads. It sees the durable state, and waits for
  ///   changes only if requested.
  func entities(of command: StandupsCommand) -> Set<Entity> {
    switch command {
    case .list, .get, .exportFile, .search, .status, .getMeeting, .listLive, .work, .getImport,
      .unreadable, .getPart, .statistics, .listFollowUps, .listUpdates, .findPerson, .findOld,
      .listDiscarded, .boundDiscarded, .getRetention, .listTerms:
      return []
    case .setRetention: return [.retention]
    case .setShare: return [.share]
    case .addTerms, .removeTerms, .teamGone: return [.glossaries]
    case .create(let command): return command.id.map { [.standup($0)] } ?? []
    case .edit(let command): return [.standup(command.id)]
    case .markAbsent(let command): return [.standup(command.id)]
    case .markPresent(let command): return [.standup(command.id)]
    case .setTeam(let command): return [.standup(command.id)]
    case .delete(let command): return [.standup(command.id)]
    case .deleteMeeting(let command): return [.standup(command.standup)]
    case .correct(let command): return [.standup(command.standup)]
    case .note(let command): return [.standup(command.standup)]
    case .finishFollowUp(let command): return [.standup(command.standup)]
    case .writeUpdate(let command): return [.standup(command.standup)]
    case .removeUpdate(let command): return [.standup(command.standup)]
    case .saveWritten(let command): return [.standup(command.standup)]
    case .forgetPerson(let command): return [.standup(command.standup), .glossaries]
    case .restore(let command): return [.standup(command.standup)]
    case .forgetWords(let meetings), .forgetDiscarded(let meetings):
      return Set(meetings.map { .standup($0.standup) })
    case .forgetOldUpdates(let standup): return [.standup(standup)]
    case .discard(let command): return entities(of: unreadable(command.document))
    case .importFile(_, _, let standups): return Set(standups.map { .standup($0.id) })
    case .importPart(let command, _): return [.file(command.id)]
    case .takeImport(let command): return [.file(command.id)]
    case .readPart(let id), .dropParts(let id), .failImport(let id, _): return [.file(id)]
    case .applyPart(let id, let standups):
      return Set(standups.map { .standup($0.id) }).union([.file(id)])
    case .answerList: return [.list]
    case .start(let command): return [.standup(command.standup)]
    case .recordingDenied(let command):
      // The answer to the question whether to record may itself cause this command, and wait for
      // it.
      return consentAnswer(on: command.standup) == nil ? [.standup(command.standup)] : []
    case .lineHeard(let command): return transcript(of: command.id)
    case .linesHeard(let id, _): return transcript(of: id)
    case .speechFailed(let command): return transcript(of: command.id)
    case .next, .postpone, .extend, .absent, .present, .reorder, .undo, .pause, .resume, .end,
      .answer,
      .speakerChanged, .timeUp, .voicesRecognised, .warn, .closeEnd:
      return command.meeting.map(standup) ?? []
    }
  }

  private func transcript(of meeting: Meeting.ID) -> Set<Entity> {
    if let id = state.endings[meeting], isAwaitingLastLines(id) { return [.transcript(meeting)] }
    return standup(of: meeting)
  }

  private func standup(of meeting: Meeting.ID) -> Set<Entity> {
    let session = state.saved.sessions[id: meeting] ?? state.saved.ended[id: meeting]?.session
    return session.map { [.standup($0.standup.id)] } ?? []
  }

  /// Returns whether no operation has locked an entity.
  func isFree(_ entity: Entity) -> Bool { state.locks[entity] == nil }
}
