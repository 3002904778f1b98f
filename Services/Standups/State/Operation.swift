import Bus
import Cells
import Countdown
import Documents
import ServiceShell
import Standups
import StandupsAPI

/// What one operation changes at a time.
enum Entity: Hashable, Sendable {
  /// Which standups are here.
  case share
  /// A standup with its live meeting.
  case standup(Standup.ID)
  /// The list itself: its alert.
  case list
  /// A file that is taken over in parts.
  case file(ImportStandups.ID)
  /// The words of a meeting that is ending. Its standup is taken by what ends it, and that waits
  /// for the recogniser, which may wait until its last words have been taken.
  case words(Meeting.ID)
}

/// A command whose turn has not come.
struct Waiting: Hashable, Sendable {
  /// Nil for what the service does by itself.
  var caller: CallerID?
  var command: StandupsCommand
  var header: Header?
  /// The operations whose commits it waits for: those under way when it came.
  var commits: Set<OperationID> = []
}

/// A command under way.
struct Operation: Identifiable, Hashable, Sendable {
  let id: OperationID
  let command: StandupsCommand
  /// Nil for what the service does by itself, and once it has been answered.
  var caller: CallerID?
  let header: Header?
  let entities: Set<Entity>
  /// When it began.
  let at: ClockReading
  var step: Step = .began
  /// The standups that it is about, as far as they are there: those that had to be read, and those
  /// that might be forgotten while it is under way.
  var records: [Standup.ID: StandupRecord] = [:]
  /// What the parent must be told when it ends, because the children may know something else.
  var sync: StandupsCommand.Work?
  /// What the children did already, so that they must be told what holds if it fails.
  var touched: StandupsCommand.Work?
  /// Why it is not known what became of its commit; nil if that is known, or it was not sent.
  var uncertainty: BusError?
  /// Whether recording was denied while it told of another answer.
  var isDenied = false
  /// Whether it was asked already if it was done before.
  var isRecalled = false
  /// The key under which its reply is kept.
  var key: String? { command.keepsReply ? header?.idem : nil }

  /// Whether it is not known yet that what it decided is durable.
  var isCommitting: Bool {
    switch step {
    case .committing: true
    default: false
    }
  }

  /// Whether it may change what is in some slots.
  func changes(in slots: SlotSet) -> Bool {
    if case .committing(let decision, _) = step,
      decision.changes.contains(where: {
        $0.standup.map { slots.contains(Slot(of: $0.rawValue)) } ?? false
      })
    {
      return true
    }
    return entities.contains { entity in
      switch entity {
      case .standup(let id): slots.contains(Slot(of: id.rawValue))
      case .words(let id): slots.contains(Slot(of: id.rawValue))
      case .list, .file, .share: false
      }
    }
  }

  /// What it waits for.
  enum Step: Hashable, Sendable {
    case began
    /// The standups that it is about.
    case lookingUp([Standup.ID])
    /// Whether speech may be recognised.
    case authorizing
    /// The consequence of an answer about it.
    case authorizationAnswered(MeetingSession.AlertAction)
    /// The clock to be held, to open this alert.
    case holding(MeetingSession.Alert)
    /// The clock to be released, for this answer.
    case releasing(MeetingSession.AlertAction)
    case skipping
    /// The last words.
    case ending(Ending)
    /// The decision to be durable; kept as it was sent, so that it can be sent again.
    case committing(Decision, ChangesDecided)
    /// Whether it was done before. If not it is refused; without an error, run.
    case recalling(BusError?)
    /// The parent to tell the children.
    case working([Meeting.ID], StandupsCommand.Work)
    case loading(Reading)
    case searching
    /// Others to be done with what goes elsewhere.
    case sharing
  }
}

/// How a meeting ends, while its last words are awaited.
struct Ending: Hashable, Sendable {
  var ending: Meeting.Ending
  var elapsedMs: Int64
  /// The answer that ends it.
  var action: MeetingSession.AlertAction?
  /// The last words, when they have come.
  var lines: [HeardLine]?
}

/// Documents that are read for a command.
enum Reading: Hashable, Sendable {
  /// A page of the list, and how often standups had changed when it was asked for.
  case list(ListPages.Key, revision: Int)
  /// A page of past meetings.
  case page(limit: Int)
  /// The past meetings of the standup to be deleted: those of the pages before.
  case deletedStandup([Meeting.ID])
  /// What a person is in.
  case person(PersonCursor)
  /// Past meetings whose words are to be forgotten.
  case old
  /// The past meeting to be deleted.
  case deleted(DeleteMeeting)
  /// The newest past meetings, after the one to be deleted has been found.
  case newest(DeleteMeeting, parts: Int)
  /// What is open in the standup whose meeting is to be deleted, which is written as it is without it.
  case deletedNotes(DeleteMeeting, parts: Int, StandupRecord)
  /// What is open in a standup.
  case followUps
  /// The past meeting in which something is to be written down.
  case noted
  /// How many are open, before another one is; in a past meeting, or the live one.
  case open(Meeting?)
  /// The follow-up that is done.
  case finished
  /// The past meeting in which it came up.
  case finishedIn(FollowUp)
  /// The standups of which the words were found, for their titles.
  case titles(FoundDocuments)
  /// The standups that come next in a file.
  case exportedStandups(ExportPage)
  /// The meetings that come next in a file.
  case exportedMeetings(ExportPage)
  /// Whether the meetings of a file are there already.
  case imported(FoundMeetings)
  /// A part of a long past meeting.
  case meetingPart
  /// The further parts of a long meeting in a file: those that were read, and the ids of the others.
  case exportedParts(ExportPage, [Meeting], rest: [String])
  /// The next piece of what cannot be read.
  case unreadable(UnreadableCursor)
  /// The part of a file that comes to its place next.
  case part
  /// What came with a share.
  case share(ShareLoading)
}

/// A meeting of a file, and its standup.
struct ImportedMeeting: Identifiable, Hashable, Sendable {
  var meeting: Meeting
  var standup: Standup.ID

  var id: Meeting.ID { meeting.id }
}

/// Which meetings of a file are here already, as far as they were looked up.
struct FoundMeetings: Hashable, Sendable {
  /// Those that are still to be looked up.
  var rest: ArraySlice<ImportedMeeting>
  /// Those that are here.
  private(set) var here: Set<Meeting.ID> = []
  /// Those of them that change, as they will be.
  private(set) var changed: [Meeting.ID: Meeting] = [:]
  /// How many parts those have that are here.
  private(set) var parts: [Meeting.ID: Int] = [:]
  /// How many bytes a commit needs for all that were looked up, about.
  private(set) var bytes = 0

  /// Whether all were looked up, or as many as one commit can take.
  var isEnough: Bool { rest.isEmpty || bytes > 120_000 }

  init(_ rest: [ImportedMeeting] = []) { self.rest = rest[...] }

  /// Takes the next one.
  ///
  /// - Parameters:
  ///   - other: as it is here; nil if it is not, or cannot be read.
  ///   - isHere: whether it is.
  mutating func take(_ other: Meeting?, isHere: Bool) {
    guard let meeting = rest.popFirst()?.meeting else { return }
    let completed = other.map { meeting.completed(by: $0) } ?? meeting
    guard isHere else { return bytes += completed.committedBytes }
    here.insert(meeting.id)
    parts[meeting.id] = other?.parts
    if completed != other {
      changed[meeting.id] = completed
      bytes += completed.committedBytes
    }
  }
}
