import Bus
import Foundation
import Standups
import StandupsAPI

/// A command that the standups service accepts.
enum StandupsCommand: Hashable, Sendable {
  case list(ListStandups)
  case get(GetStandup)
  case create(CreateStandup)
  case edit(EditStandup)
  case markAbsent(MarkAbsent)
  case markPresent(MarkPresent)
  case setTeam(SetStandupTeam)
  case delete(DeleteStandup)
  case deleteMeeting(DeleteMeeting)
  case correct(CorrectLine)
  case note(NoteFollowUp)
  case listFollowUps(ListFollowUps)
  case finishFollowUp(FinishFollowUp)
  case writeUpdate(WriteUpdate)
  case listUpdates(ListUpdates)
  case removeUpdate(RemoveUpdate)
  case saveWritten(SaveWrittenMeeting)
  case findPerson(FindPerson)
  case forgetPerson(ForgetPerson)
  case getPart(GetMeetingPart)
  case statistics(GetMeetingStats)
  case discard(DiscardUnreadable)
  case unreadable(ReadUnreadable)
  /// An import, with the standups of its file.
  case importFile(ImportStandups.Existing, team: String?, [StandupWithMeetings])
  /// A part of an import, with the standups of the part.
  case importPart(ImportPart, [StandupWithMeetings])
  case takeImport(TakeImport)
  case getImport(GetImport)
  case exportFile(ExportStandups)
  case search(SearchTranscripts)
  case status(GetListStatus)
  case answerList(AnswerListAlert)

  case start(StartMeeting)
  case getMeeting(GetMeeting)
  case listLive(ListLiveMeetings)
  case next(NextSpeaker)
  case postpone(PostponeTurn)
  case extend(ExtendTurn)
  case absent(DropTurns)
  case present(AddTurn)
  case reorder(ReorderTurns)
  case undo(UndoChange)
  case pause(PauseMeeting)
  case resume(ResumeMeeting)
  case end(EndMeeting)
  case setRetention(SetRetention)
  case getRetention(GetRetention)
  case listDiscarded(ListDiscarded)
  case restore(RestoreMeeting)
  case answer(AnswerMeetingAlert)

  case addTerms(AddTerms)
  case removeTerms(RemoveTerms)
  case listTerms(ListTerms)
  case teamGone(TellTeamGone)

  case setShare(SetStandupsShare)
  case speakerChanged(TellSpeakerChanged)
  case timeUp(TellTimeUp)
  case lineHeard(TellLineHeard)
  case speechFailed(TellSpeechFailed)
  case recordingDenied(TellRecordingDenied)
  case voicesRecognised(TellVoicesRecognised)
  case work(GetRunningMeetings)

  /// Internal command: by the service's clock, the current turn of a meeting ends soon.
  case warn(Meeting.ID)
  /// Internal command: the time is over in which the end of a meeting can be undone.
  case closeEnd(Meeting.ID)
  /// Internal command: the last lines of a discarded meeting.
  case linesHeard(Meeting.ID, [HeardLine])
  /// Internal command: reads the next part of an accepted file, which is then applied.
  case readPart(ImportStandups.ID)
  case applyPart(ImportStandups.ID, [StandupWithMeetings])
  /// Internal command: finds words that are older than the retention period, starting after this
  /// position.
  case findOld(RetainedWords, after: String?)
  /// Internal command: erases the words of these meetings.
  case forgetWords([DeleteMeeting])
  /// Internal command: erases the written updates of a standup that are older than the retention
  /// period.
  case forgetOldUpdates(Standup.ID)
  /// Internal command: finds the discarded meetings of a team that exceed its maximum number.
  case boundDiscarded(Decision.Discarding)
  /// Internal command: deletes these discarded meetings.
  case forgetDiscarded([DeleteMeeting])
  /// Internal command: ends the import of an accepted file that cannot be completed.
  case failImport(ImportStandups.ID, problem: String)
  /// Internal command: removes some parts of a file that was abandoned, or whose import failed.
  case dropParts(ImportStandups.ID)

  /// Decodes the file of an import into a command.
  ///
  /// - Throws: `BusError` with code `invalid` and the path of the element in the file.
  static func importing(_ command: ImportStandups) throws -> StandupsCommand {
    .importFile(
      command.existing ?? .refuse, team: command.team, try standups(Array(command.json.utf8)))
  }

  /// Decodes a part of a file into a command.
  ///
  /// - Throws: `BusError` with code `invalid` and the path of the element in the part.
  static func importing(_ command: ImportPart) throws -> StandupsCommand {
    .importPart(command, try standups(Array(command.json.utf8), isPart: true))
  }

  /// Decodes a file, or a part of one.
  ///
  /// - Parameter isPart: true for a part.
  /// - Throws: `BusError` with code `invalid` and the path of the element.
  static func standups(_ json: [UInt8], isPart: Bool = false) throws -> [StandupWithMeetings] {
    do {
      return try StandupsJSON.decode(Data(json), isPart: isPart)
    } catch {
      throw BusError(.invalid, error.description, detail: ["path": error.path])
    }
  }

  /// The error for an invalid element of a file.
  static func invalid(_ path: String, _ problem: String) -> BusError {
    BusError(.invalid, "\(path): \(problem)", detail: ["path": path])
  }

  /// True if the reply is saved under the idempotency key. The other commands only read, or can be
  /// repeated without harm.
  var keepsReply: Bool {
    switch self {
    case .create, .edit, .markAbsent, .markPresent, .setTeam, .delete, .deleteMeeting, .correct,
      .note,
      .finishFollowUp, .writeUpdate, .removeUpdate, .saveWritten,
      .forgetPerson, .discard, .importFile, .importPart, .takeImport,
      .answerList, .start, .next, .postpone, .extend, .absent, .present, .reorder, .undo, .pause,
      .resume, .end, .answer, .restore, .setRetention, .addTerms, .removeTerms:
      true
    case .list, .get, .exportFile, .search, .status, .getMeeting, .listLive, .setShare,
      .speakerChanged, .timeUp, .lineHeard, .speechFailed, .recordingDenied, .voicesRecognised,
      .work, .warn,
      .closeEnd, .linesHeard,
      .getImport, .readPart,
      .applyPart, .dropParts, .failImport, .unreadable, .getPart, .statistics, .listFollowUps,
      .listUpdates,
      .findPerson,
      .findOld, .getRetention, .listDiscarded, .boundDiscarded, .forgetDiscarded, .listTerms,
      .teamGone,
      .forgetWords, .forgetOldUpdates:
      false
    }
  }

  /// True if the command only reads, but has to wait until all changes in progress are saved.
  var isSettled: Bool {
    switch self {
    case .list(let command): command.settled ?? false
    case .listLive(let command): command.settled ?? false
    default: false
    }
  }

  /// The live meeting that the command is about.
  var meeting: Meeting.ID? {
    switch self {
    case .getMeeting(let command): command.id
    case .next(let command): command.id
    case .postpone(let command): command.id
    case .extend(let command): command.id
    case .absent(let command): command.id
    case .present(let command): command.id
    case .reorder(let command): command.id
    case .undo(let command): command.id
    case .pause(let command): command.id
    case .resume(let command): command.id
    case .end(let command): command.id
    case .answer(let command): command.id
    case .speakerChanged(let command): command.id
    case .timeUp(let command): command.id
    case .lineHeard(let command): command.id
    case .speechFailed(let command): command.id
    case .voicesRecognised(let command): command.id
    case .warn(let id), .closeEnd(let id), .linesHeard(let id, _): id
    default: nil
    }
  }

  /// True for a report about a meeting, by another service or by the meeting's own clock.
  var isReport: Bool {
    switch self {
    case .speechFailed, .recordingDenied, .voicesRecognised, .lineHeard, .speakerChanged, .timeUp,
      .warn, .closeEnd, .linesHeard:
      true
    default: false
    }
  }

  /// Name of the case, for logs.
  var name: String {
    let text = String(describing: self)
    return String(text.prefix { $0 != "(" })
  }
}
