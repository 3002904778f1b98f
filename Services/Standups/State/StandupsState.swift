import Bus
import ServiceShell
import Standups
import StandupsAPI

/// What the standups service knows: what is saved, and what is under way.
struct StandupsState: Hashable, Sendable {
  /// What is durable; it changes only when a commit is acknowledged.
  var saved = Saved()
  /// How far loading has come.
  var phase = Phase.idle
  /// No new work is taken.
  var isDraining = false

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
  /// Live meetings of which the parent has yet to be told, after the service itself was away.
  var untold: [Meeting.ID] = []
  var nextOperation: OperationID = 1
  var nextSortKey: Int64 = 1

  /// The most commands that wait.
  static let mostWaiting = 1000

  /// Whether nothing is under way.
  var isIdle: Bool { operations.isEmpty && waiting.isEmpty }

  enum Phase: Hashable, Sendable {
    case idle
    case loading(Loading)
    case ready
  }
}

/// What is durable.
struct Saved: Hashable, Sendable {
  /// In the order of their creation.
  var standups: IdentifiedArray<StandupRecord> = []
  var sessions: IdentifiedArray<MeetingSession> = []
  /// What is open over the list.
  var destination: ListDestination?
  /// Documents that cannot be read, as `collection/id`; they are kept as they are.
  var unreadable: [String] = []
  /// The live meeting of each standup that meets.
  private(set) var live: [Standup.ID: Meeting.ID] = [:]

  mutating func put(_ record: StandupRecord) {
    if standups.contains(id: record.id) {
      standups[id: record.id] = record
    } else {
      let position = standups.lastIndex { $0.sortKey < record.sortKey }.map { $0 + 1 } ?? 0
      standups.insert(record, at: position)
    }
  }

  mutating func put(_ session: MeetingSession) {
    sessions[id: session.id] = session
    live[session.standup.id] = session.id
  }

  mutating func removeSession(_ id: Meeting.ID) {
    if let session = sessions.remove(id: id) { live[session.standup.id] = nil }
  }
}
