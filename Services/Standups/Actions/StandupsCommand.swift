import Bus
import Foundation
import Standups
import StandupsAPI

/// A command of the standups service as one value.
enum StandupsCommand: Hashable, Sendable {
  case list(ListStandups)
  case get(GetStandup)
  case create(CreateStandup)
  case edit(EditStandup)
  case markAbsent(MarkAbsent)
  case markPresent(MarkPresent)
  case delete(DeleteStandup)
  case deleteMeeting(DeleteMeeting)
  case note(NoteFollowUp)
  case listFollowUps(ListFollowUps)
  case finishFollowUp(FinishFollowUp)
  case findPerson(FindPerson)
  case forgetPerson(ForgetPerson)
  case getPart(GetMeetingPart)
  case discard(DiscardUnreadable)
  case unreadable(ReadUnreadable)
  /// With the standups of its file.
  case importFile(ImportStandups.Existing, [StandupWithMeetings])
  /// With the standups of its part.
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
  case pause(PauseMeeting)
  case resume(ResumeMeeting)
  case end(EndMeeting)
  case answer(AnswerMeetingAlert)

  case setShare(SetStandupsShare)
  case speakerChanged(TellSpeakerChanged)
  case timeUp(TellTimeUp)
  case lineHeard(TellLineHeard)
  case speechFailed(TellSpeechFailed)
  case recordingDenied(TellRecordingDenied)
  case work(GetRunningMeetings)

  /// The service's own: tell the parent what the timer, or all, should be doing for these meetings.
  case sync([Meeting.ID], Work)
  /// The service's own: by its clock, the turn of a meeting ends soon.
  case warn(Meeting.ID)
  /// The service's own: the next part of a file that was taken is read, and comes to its place.
  case readPart(ImportStandups.ID)
  case applyPart(ImportStandups.ID, [StandupWithMeetings])
  /// The service's own: past meetings that are older than words are kept, from a place on.
  case findOld(after: String?)
  /// The service's own: their words are erased.
  case forgetWords([DeleteMeeting])
  /// The service's own: some parts of a file that was given up are removed.
  case dropParts(ImportStandups.ID)

  /// The command for a file, which is read here.
  ///
  /// - Throws: `BusError` with code `invalid`, which names the element of the file.
  static func importing(_ command: ImportStandups) throws -> StandupsCommand {
    .importFile(command.existing ?? .refuse, try standups(Array(command.json.utf8)))
  }

  /// The command for a part of a file, which is read here.
  ///
  /// - Throws: `BusError` with code `invalid`, which names the element of the part.
  static func importing(_ command: ImportPart) throws -> StandupsCommand {
    .importPart(command, try standups(Array(command.json.utf8), isPart: true))
  }

  /// What a file has.
  ///
  /// - Parameter isPart: whether it is a part of a file.
  static func standups(_ json: [UInt8], isPart: Bool = false) throws -> [StandupWithMeetings] {
    do {
      return try StandupsJSON.decode(Data(json), isPart: isPart)
    } catch {
      throw BusError(.invalid, error.description, detail: ["path": error.path])
    }
  }

  /// The error for an element of a file.
  static func invalid(_ path: String, _ problem: String) -> BusError {
    BusError(.invalid, "\(path): \(problem)", detail: ["path": path])
  }

  /// How much of a meeting's work the parent is told.
  enum Work: String, Hashable, Sendable {
    /// The clock alone.
    case clock
    /// The clock and the recognition of speech.
    case all
  }

  /// Whether its reply is kept under the idempotency key. What the parent tells can be told twice
  /// anyway, and reading changes nothing.
  var keepsReply: Bool {
    switch self {
    case .create, .edit, .markAbsent, .markPresent, .delete, .deleteMeeting, .note, .finishFollowUp,
      .forgetPerson, .discard, .importFile, .importPart, .takeImport,
      .answerList, .start, .next, .postpone, .extend, .absent, .present, .pause, .resume, .end,
      .answer:
      true
    case .list, .get, .exportFile, .search, .status, .getMeeting, .listLive, .setShare,
      .speakerChanged, .timeUp, .lineHeard, .speechFailed, .recordingDenied, .work, .sync, .warn,
      .getImport, .readPart,
      .applyPart, .dropParts, .unreadable, .getPart, .listFollowUps, .findPerson, .findOld,
      .forgetWords:
      false
    }
  }

  /// Whether it only reads, and waits for what is being saved.
  var isSettled: Bool {
    switch self {
    case .list(let command): command.settled ?? false
    case .listLive(let command): command.settled ?? false
    default: false
    }
  }

  /// Whether it is the service's own.
  var isSync: Bool {
    if case .sync = self { true } else { false }
  }

  /// The live meeting that it is about.
  var meeting: Meeting.ID? {
    switch self {
    case .getMeeting(let command): command.id
    case .next(let command): command.id
    case .postpone(let command): command.id
    case .extend(let command): command.id
    case .absent(let command): command.id
    case .present(let command): command.id
    case .pause(let command): command.id
    case .resume(let command): command.id
    case .end(let command): command.id
    case .answer(let command): command.id
    case .speakerChanged(let command): command.id
    case .timeUp(let command): command.id
    case .lineHeard(let command): command.id
    case .speechFailed(let command): command.id
    case .warn(let id): id
    default: nil
    }
  }

  /// Whether it need not wait until the parent has told the children of a meeting's work.
  ///
  /// That may be what the parent waits for: it tells of speech that cannot be recognised before it
  /// answers. It is sent when the clock runs already, so nothing is told in the wrong order. Nor does
  /// the end of a meeting wait for a child that does not answer.
  var mayOvertakeWork: Bool {
    switch self {
    case .speechFailed, .recordingDenied, .lineHeard, .speakerChanged, .timeUp, .warn: true
    default: false
    }
  }

  /// The name of the case, for logs.
  var name: String {
    let text = String(describing: self)
    return String(text.prefix { $0 != "(" })
  }
}
