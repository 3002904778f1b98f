import Cells
import StandupsCollections
import ServiceShell
import Standups
import StandupsAPI

/// State of the standups service: the saved state, and the operations in progress.
struct StandupsState: Hashable, Sendable {
  /// The durable state; it changes only when a commit is acknowledged.
  var saved = Saved()
  /// Pages of the list as they were read.
  var pages = ListPages()
  /// Standups that are being read by an operation without a lock on them, and have not changed
  /// since.
  var reading: [Standup.ID: OperationID] = [:]
  /// Progress of loading the saved state.
  var phase = Phase.idle
  /// True if no new commands are accepted.
  var isDraining = false
  /// The share of this instance; no command is answered before it is known.
  var share = StandupsShare.everything
  /// The slots whose standups are included in the count.
  var counted = SlotSet.all
  /// The operation that applies a new share.
  var sharing: OperationID?

  /// Commands in progress, by their ids.
  var operations: [OperationID: Operation] = [:]
  /// The operation that has locked each entity.
  var locks: [Entity: OperationID] = [:]
  /// Commands that have to wait, in order of arrival.
  var waiting: [Waiting] = []
  /// Replies by idempotency key, and the callers that wait for them.
  var replies = ReplyBook()
  /// Meetings whose last lines are awaited, and the operation that ends each.
  var endings: [Meeting.ID: OperationID] = [:]
  /// Last lines of meetings whose end could not be saved; they are used for the next attempt.
  var lastWords: [Meeting.ID: [HeardLine]] = [:]
  /// Files whose parts are arriving.
  var received: [ImportStandups.ID: ReceivedFile] = [:]
  /// Time at which each live meeting must report a warning, or must have advanced.
  var due = DueTimes<Meeting.ID>()
  /// The last time at which meetings had to advance by their own clocks.
  var overdue: Overdue?
  /// Live meetings that the composition root has not been notified of since the restart.
  var unnotified: [Meeting.ID] = []
  /// Live meetings in messages about their work that the composition root has not answered yet.
  var sending: Set<Meeting.ID> = []
  /// Work that must be sent again after such a message, because it changed.
  var outdated: [Meeting.ID: MeetingWork] = [:]
  var nextOperation: OperationID = 1
  var nextSortKey: Int64 = 1

  /// Maximum number of waiting commands.
  static let maxWaiting = 1000
  /// Maximum number of those of one person, or of one tool that is limited to teams.
  static let maxWaitingPerActor = 250

  /// True if no command is in progress or waiting, and no message about work is unanswered.
  var isIdle: Bool { operations.isEmpty && waiting.isEmpty && sending.isEmpty }

  enum Phase: Hashable, Sendable {
    case idle
    case loading(Loading)
    case ready
  }
}

/// The durable state. Live meetings are in memory; everything else is on disk.
struct Saved: Hashable, Sendable {
  /// Number of standups in the list.
  var count = 0
  /// Standups that were used recently.
  var recent = RecentStandups()
  var sessions = LiveMeetings()
  /// Meetings whose end can be undone.
  var ended = EndedMeetings()
  /// Files that are imported in parts.
  var imports: [ImportStandups.ID: FileImport] = [:]
  /// Teams with a retention of their own, by id.
  var retention: [String: TeamRetention] = [:]
  /// The glossaries of the teams.
  var glossaries = Glossaries()
  /// The screen shown over the list.
  var destination: ListDestination?
  /// Unreadable documents that were found; they are left unchanged.
  private(set) var unreadable: [UnreadableDocument] = []
  /// The live meeting of each standup that has one.
  private(set) var live: [Standup.ID: Meeting.ID] = [:]

  /// Maximum number of unreadable documents that are listed.
  static let maxUnreadable = 1000

  /// Adds a new standup.
  mutating func add(_ record: StandupRecord) {
    count += 1
    recent.put(record)
  }

  mutating func removeStandup(_ id: Standup.ID) {
    count -= 1
    recent.remove(id)
  }

  /// Records an unreadable document.
  mutating func note(_ document: UnreadableDocument) {
    guard unreadable.count < Self.maxUnreadable,
      !unreadable.contains(where: { $0.name == document.name })
    else { return }
    unreadable.append(document)
  }

  /// Removes documents that were deleted or written again.
  mutating func forgetUnreadable(_ isGone: (UnreadableDocument) -> Bool) {
    if !unreadable.isEmpty { unreadable.removeAll(where: isGone) }
  }

  /// Removes a document that was deleted or written again.
  mutating func forgetUnreadable(_ collection: String, _ id: some CustomStringConvertible) {
    forgetUnreadable { $0.collection == collection && $0.id == id.description }
  }

  /// Removes the documents of a parent, which were deleted.
  mutating func forgetUnreadable(_ collection: String, of parent: some CustomStringConvertible) {
    forgetUnreadable { $0.collection == collection && $0.parent == parent.description }
  }

  mutating func put(_ session: MeetingSession) {
    sessions.put(session)
    live[session.standup.id] = session.id
  }

  /// Drops the state of the standups in these slots, which now belong to another instance.
  ///
  /// - Returns: their live meetings, and those whose end could be undone.
  mutating func removeStandups(in slots: SlotSet) -> [Meeting.ID] {
    let left =
      sessions.map(\.id).filter { slots.contains(Slot(of: $0.rawValue)) }
      + ended.ids.filter { slots.contains(Slot(of: $0.rawValue)) }
    for id in left { removeSession(id) }
    recent.remove(where: { slots.contains(Slot(of: $0.rawValue)) })
    forgetUnreadable { document in
      let standup = document.standup ?? document.parent.flatMap { Standup.ID($0) }
      let id = standup?.rawValue ?? Meeting.ID(document.id)?.rawValue
      return id.map { slots.contains(Slot(of: $0)) } ?? false
    }
    return left
  }

  mutating func removeSession(_ id: Meeting.ID) {
    if let session = sessions.remove(id: id) { live[session.standup.id] = nil }
    ended.remove(id: id)
  }
}
