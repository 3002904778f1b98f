import Bus
import Cells
import Collections
import ServiceShell
import Standups
import StandupsAPI

/// What the standups service knows: what is saved, and what is under way.
struct StandupsState: Hashable, Sendable {
  /// What is durable; it changes only when a commit is acknowledged.
  var saved = Saved()
  /// Pages of the list, as they were read.
  var pages = ListPages()
  /// Standups that are being read by an operation that does not hold them, and did not change since.
  var reading: [Standup.ID: OperationID] = [:]
  /// How far loading has come.
  var phase = Phase.idle
  /// No new work is taken.
  var isDraining = false
  /// Which standups are here; nothing is answered before it is known.
  var share = StandupsShare.everything
  /// The slots whose standups are counted among those that there are.
  var counted = SlotSet.all
  /// The operation that takes another share.
  var sharing: OperationID?

  /// Commands under way.
  var operations: [OperationID: Operation] = [:]
  /// What the operations change; each entity is changed by one at a time.
  var locks: [Entity: OperationID] = [:]
  /// Commands whose turn has not come, in the order in which they came.
  var waiting: [Waiting] = []
  /// Replies by idempotency key, and who waits for them.
  var replies = ReplyBook()
  /// Meetings that wait for their last words, and the operation that ends them.
  var endings: [Meeting.ID: OperationID] = [:]
  /// Last words of meetings whose end could not be saved; taken when it is tried again.
  var lastWords: [Meeting.ID: [HeardLine]] = [:]
  /// Files of which the parts are coming in.
  var received: [ImportStandups.ID: ReceivedFile] = [:]
  /// When each live meeting must have gone on.
  var due = DueTimes<Meeting.ID>()
  /// When meetings last had to go on by themselves.
  var overdue: Overdue?
  /// Live meetings of which the parent has yet to be told, after the service itself was away.
  var untold: [Meeting.ID] = []
  var nextOperation: OperationID = 1
  var nextSortKey: Int64 = 1

  /// The most commands that wait.
  static let maxWaiting = 1000

  /// Whether nothing is under way.
  var isIdle: Bool { operations.isEmpty && waiting.isEmpty }

  enum Phase: Hashable, Sendable {
    case idle
    case loading(Loading)
    case ready
  }
}

/// A document that is on the disk and cannot be read.
struct UnreadableDocument: Hashable, Sendable {
  let collection: String
  let id: String
  /// To whom it belongs.
  var parent: String?
  /// Whose it is, as far as that is known.
  var standup: Standup.ID?

  /// As it is shown to people.
  var name: String { "\(collection)/\(id)" }

  /// The live meeting of which it is a part.
  var meeting: Meeting.ID? {
    switch collection {
    case Collection.sessions, Collection.states: Meeting.ID(id)
    case Collection.lines: parent.flatMap { Meeting.ID($0) }
    default: nil
    }
  }
}

/// What is durable: what is live is here, what is only kept is on the disk.
struct Saved: Hashable, Sendable {
  /// How many standups there are.
  var count = 0
  /// Those of them that were used lately.
  var recent = RecentStandups()
  var sessions = LiveMeetings()
  /// Files that are taken over in parts.
  var imports: [ImportStandups.ID: FileImport] = [:]
  /// What is open over the list.
  var destination: ListDestination?
  /// Documents that were met and cannot be read; they are kept as they are.
  private(set) var unreadable: [UnreadableDocument] = []
  /// The live meeting of each standup that meets.
  private(set) var live: [Standup.ID: Meeting.ID] = [:]

  /// How many documents that cannot be read are named.
  static let maxUnreadable = 1000

  /// A new standup.
  mutating func add(_ record: StandupRecord) {
    count += 1
    recent.put(record)
  }

  mutating func removeStandup(_ id: Standup.ID) {
    count -= 1
    recent.remove(id)
  }

  /// Notes a document that cannot be read.
  mutating func note(_ document: UnreadableDocument) {
    guard unreadable.count < Self.maxUnreadable,
      !unreadable.contains(where: { $0.name == document.name })
    else { return }
    unreadable.append(document)
  }

  /// Takes note of documents that are gone, or were written anew.
  mutating func forgetUnreadable(_ isGone: (UnreadableDocument) -> Bool) {
    if !unreadable.isEmpty { unreadable.removeAll(where: isGone) }
  }

  mutating func put(_ session: MeetingSession) {
    sessions.put(session)
    live[session.standup.id] = session.id
  }

  /// Forgets what is known of the standups of some slots: they are elsewhere.
  ///
  /// - Returns: their live meetings.
  mutating func leave(_ slots: SlotSet) -> [Meeting.ID] {
    let left = sessions.map(\.id).filter { slots.contains(Slot(of: $0.rawValue)) }
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
  }
}
