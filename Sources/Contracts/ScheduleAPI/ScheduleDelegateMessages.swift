public import Bus
public import Documents
public import Foundation

/// The schedule service calls: this was decided; make it durable and announce it.
public struct ScheduleChangesDecided: DelegateMessage, Hashable {
  /// That it is durable, or the reply that another decision under the same key got.
  public typealias Reply = CommitOutcome
  /// The name on the wire; the parent writes it in one transaction.
  public static let target = "schedule.changesDecided"
  /// What becomes of the documents of the schedules, in order.
  public var changes: [DocumentChange]
  /// What other tools shall hear of it, in order.
  public var events: [NewEvent]
  /// What the command is answered with.
  public var reply: StoredReply?
  /// The term in which it was decided; nil until it is sent.
  public var term: String?
  /// Without events nobody else hears of it; without a reply, none is stored for a repetition.
  public init(
    changes: [DocumentChange], events: [NewEvent] = [], reply: StoredReply? = nil,
    term: String? = nil
  ) {
    self.changes = changes
    self.events = events
    self.reply = reply
    self.term = term
  }
}

/// The schedule service calls: my term begins, and whatever was decided before is no longer to be written.
public struct ScheduleTermBegun: BegunTerm, Hashable {
  /// Only that it is durable.
  public typealias Reply = Done
  /// The name on the wire; what is asked for after the answer is all that was ever written.
  public static let target = "schedule.termBegun"
  /// Names the term.
  public var id: String
  /// Begins a term of that name, which no other has.
  public init(id: String) { self.id = id }
}

/// The schedule service calls: what was saved?
public struct ScheduleDocumentsRequested: DelegateMessage, Hashable {
  /// The page that was asked for, as persistence has it.
  public typealias Reply = DocumentPage
  /// The name on the wire; it only reads.
  public static let target = "schedule.documentsRequested"
  /// Which documents.
  public var query: DocumentQuery
  /// Asks for one page.
  public init(query: DocumentQuery) { self.query = query }
}

/// The schedule service calls: for these there are schedules; which of them are gone? Asked of all when the service is
/// back: what happened meanwhile was told to nobody.
public struct ScheduleSubjectsKept: DelegateMessage, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "schedule.subjectsKept"
  /// How many are asked about at once.
  public static let most = 50
  /// Those that have a schedule; at most `most`.
  public var subjects: [String]
  /// Asks about some of them.
  public init(subjects: [String]) { self.subjects = subjects }

  /// What the parent knows of them.
  public struct Reply: Codable, Hashable, Sendable {
    /// Those that are certainly no longer there; their schedules go.
    public var gone: [String]
    /// None, where all are there or may be.
    public init(gone: [String] = []) { self.gone = gone }
  }
}

/// What came of telling the parent that it is time.
public struct ScheduleOutcome: Codable, Hashable, Sendable {
  /// Whether the subject is no longer there; then its schedule goes.
  public var isGone: Bool
  /// Until when the times were announced before, as due or as missed: those that are later are not announced yet. Nil if all
  /// of them are announced now.
  public var settledUntil: Date?
  /// It was told, or there is nobody to tell it of.
  public init(isGone: Bool = false, settledUntil: Date? = nil) {
    self.isGone = isGone
    self.settledUntil = settledUntil
  }
}

/// The schedule service calls: soon it is time. Told until it is answered, before the time.
public struct ScheduleTimeNear: DelegateMessage, Hashable {
  /// Whether the subject is still there.
  public typealias Reply = ScheduleOutcome
  /// The name on the wire; told twice of the same time, it is one reminder.
  public static let target = "schedule.timeNear"
  /// Whose time it is.
  public var subject: String
  /// When it is time.
  public var at: Date
  /// What will happen then.
  public var mode: ScheduleMode
  /// Reminds of a time to come.
  public init(subject: String, at: Date, mode: ScheduleMode) {
    self.subject = subject
    self.at = at
    self.mode = mode
  }
}

/// The schedule service calls: it is time. Told until it is answered, as long as the time is not missed.
public struct ScheduleTimeCame: DelegateMessage, Hashable {
  /// Whether the subject is still there.
  public typealias Reply = ScheduleOutcome
  /// The name on the wire; told twice of the same time, it happens once.
  public static let target = "schedule.timeCame"
  /// Whose time it is.
  public var subject: String
  /// When it was to be.
  public var at: Date
  /// What is to happen.
  public var mode: ScheduleMode
  /// Tells that it is time.
  public init(subject: String, at: Date, mode: ScheduleMode) {
    self.subject = subject
    self.at = at
    self.mode = mode
  }
}

/// The schedule service calls: times passed, and nobody could be told in time. Told until it is answered.
public struct ScheduleTimesPassed: DelegateMessage, Hashable {
  /// Whether the subject is still there.
  public typealias Reply = ScheduleOutcome
  /// The name on the wire; told twice of the same times, it is one event.
  public static let target = "schedule.timesPassed"
  /// Whose times they were.
  public var subject: String
  /// The last of them.
  public var at: Date
  /// The first of them; the same where it is one.
  public var since: Date
  /// How many there were.
  public var count: Int
  /// What was to happen.
  public var mode: ScheduleMode
  /// Tells of times that passed.
  public init(subject: String, at: Date, since: Date, count: Int, mode: ScheduleMode) {
    self.subject = subject
    self.at = at
    self.since = since
    self.count = count
    self.mode = mode
  }
}
