import Bus
import Cells
import Documents
import ServiceShell
import Standups
import StandupsAPI

/// A command in progress.
struct Operation: Identifiable, Hashable, Sendable {
  let id: OperationID
  /// The command; once the persons in a file were found, without links to others.
  var command: StandupsCommand
  /// Nil for the service's own commands, and once it has been answered.
  var caller: CallerID?
  let header: Header?
  let entities: Set<Entity>
  var step: Step = .began
  /// The existing standups that it is about: those that had to be read, and those that might be
  /// evicted while it is in progress.
  var records: [Standup.ID: StandupRecord] = [:]
  /// True if other services have released the work of the meeting, which they receive again if its
  /// end is not saved.
  var hasReleasedWork = false
  /// The error that left the result of its commit unknown; nil if the result is known, or no commit
  /// was sent.
  var uncertainty: BusError?
  /// True if recording was denied while the operation was reporting a different answer.
  var isDenied = false
  /// True if an earlier execution has already been looked up.
  var isRecalled = false
  /// Written updates for the meeting that it starts; nil before they were read.
  var updates: [WrittenUpdate]?
  /// Standups that a search found by their titles and names; nil before these were searched.
  var foundStandups: [SearchTranscripts.FoundStandup]?
  /// Idempotency key under which its reply is saved.
  var key: String? { command.keepsReply ? header?.idem : nil }

  /// True while its decision is not known to be durable.
  var isCommitting: Bool {
    switch step {
    case .committing: true
    default: false
    }
  }

  /// Returns whether it may change standups in these slots.
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
      case .transcript(let id): slots.contains(Slot(of: id.rawValue))
      case .list, .retention, .file, .share, .glossaries: false
      }
    }
  }

  /// The result that an operation waits for.
  enum Step: Hashable, Sendable {
    case began
    /// The existence of the team that it names.
    case findingTeam
    /// The persons to whom it links attendees.
    case findingPeople(PeopleSearch)
    /// Loading of the standups that it is about.
    case lookingUp([Standup.ID])
    /// The permission to recognise speech.
    case authorizing
    /// The result of an answer about that permission.
    case authorizationAnswered(MeetingSession.AlertAction)
    /// The last lines of a meeting that is ending.
    case ending(Ending)
    /// The commit of a decision; saved as it was sent, so that it can be sent again.
    case committing(Decision, ChangesDecided)
    /// The look-up of an earlier execution. If there was none, the command is rejected with the
    /// error, or executed without one.
    case recalling(BusError?)
    case loading(Reading)
    case searching
    /// The end of operations that change standups of other instances.
    case sharing
  }
}

/// Documents that are read for a command.
enum Reading: Hashable, Sendable {
  /// A page of the list, and the revision of the pages when it was requested.
  case list(ListPages.Key, revision: Int)
  /// The number of standups of some teams.
  case count
  /// A page of past meetings.
  case page(limit: Int)
  /// Past meetings whose figures are added up.
  case statistics(StatisticsReading)
  /// Past meetings of the standup to delete, with those of the previous pages.
  case deletedStandup([Meeting.ID])
  /// Documents that may mention a person.
  case person(PersonCursor)
  /// Past meetings whose words are to be erased.
  case old
  /// Past meetings with the ids of discarded ones.
  case restored
  /// Discarded meetings.
  case discarded
  /// The past meeting with the id of this discarded one, which is to be restored.
  case restoring(Meeting)
  /// The past meeting to delete.
  case deleted(DeleteMeeting)
  /// The newest past meetings, after the meeting to delete was found.
  case newest(DeleteMeeting, parts: Int)
  /// Open follow-ups of a standup, one of whose meetings is deleted; the record is the standup
  /// without that meeting.
  case deletedNotes(DeleteMeeting, parts: Int, StandupRecord)
  /// The past meeting whose line is corrected.
  case correctedMeeting
  /// The part of this long meeting whose line is corrected.
  case correctedPart(Meeting)
  /// Open follow-ups of a standup.
  case followUps
  /// The written updates of a standup that wait.
  case updates
  /// The past meeting for a new follow-up.
  case noted
  /// The number of open follow-ups before a new one is added, to this past meeting or to the live
  /// one.
  case open(Meeting?)
  /// The follow-up that is done.
  case finished
  /// The past meeting in which it was noted.
  case finishedIn(FollowUp)
  /// Titles of the standups in a search result.
  case titles(FoundDocuments)
  /// The next standups of an export.
  case exportedStandups(ExportPage)
  /// The next meetings of an export.
  case exportedMeetings(ExportPage)
  /// Existing meetings that a file also contains.
  case imported(FoundMeetings)
  /// Open follow-ups that a file also contains.
  case importedNotes(FoundMeetings)
  /// A part of a long past meeting.
  case meetingPart
  /// Further parts of a long meeting in an export: the parts that were read, and the ids of the
  /// others.
  case exportedParts(ExportPage, [Meeting], rest: [String])
  /// The next piece of an unreadable document.
  case unreadable(UnreadableCursor)
  /// The next part of a file to apply.
  case part
  /// Documents that arrived with a new share.
  case share(ShareLoading)
}
