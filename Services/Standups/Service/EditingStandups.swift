import Bus
import FastJSON
import Schema
import Standups
import StandupsAPI

/// Creation and editing of standups, and the checks of their values.
extension StandupsReduction {
  mutating func create(_ operation: Operation, _ command: CreateStandup) throws {
    let id = try command.id ?? newStandupID()
    try refuseExisting(id)
    let standup = Standup(
      id: id, title: Self.title(command.title ?? ""),
      durationMs: command.durationMs ?? Standup.defaultDurationMs,
      theme: command.theme ?? .bubblegum, attendees: try attendees(command.attendees ?? [], of: []),
      warnMs: Self.warning(command.warnMs ?? 0),
      mayRunOver: command.mayRunOver == true ? true : nil, team: try newTeam(command.team),
      language: command.language)
    try check(standup)
    try decide(
      operation,
      Decision(
        [.addStandup(StandupRecord(standup, sortKey: nextSortKey()))],
        events: [try event(StandupCreated(standup: standup), standup: id, operation)],
        reply: .standup(standup)))
  }

  /// Returns the team of a new standup; nil for the team `default`.
  ///
  /// - Parameter requested: the team that the command names; nil if it names none.
  /// - Throws: the error of `TeamScope.team(ofNew:)`.
  func newTeam(_ requested: String?) throws -> String? {
    TeamID.optional(try scope.team(ofNew: requested))
  }

  mutating func edit(_ operation: Operation, _ command: EditStandup) throws {
    var record = try record(command.id, operation)
    let before = record.standup
    if let revision = command.revision, revision != before.revision {
      throw BusError(
        .conflict,
        "The standup has changed since you read it: it is at revision \(before.revision), not"
          + " \(revision). Read it again and repeat your edit.",
        detail: ["revision": "\(before.revision)"])
    }
    if let title = command.title { record.standup.title = Self.title(title) }
    if let duration = command.durationMs { record.standup.durationMs = duration }
    if let theme = command.theme { record.standup.theme = theme }
    if let drafts = command.attendees {
      record.standup.attendees = try attendees(drafts, of: before.attendees)
    }
    if let warning = command.warnMs { record.standup.warnMs = Self.warning(warning) }
    if let mayRunOver = command.mayRunOver { record.standup.mayRunOver = mayRunOver ? true : nil }
    if let language = command.language {
      record.standup.language = language.isEmpty ? nil : language
    }
    if let isArchived = command.isArchived { try archive(&record, isArchived) }
    try put(record, insteadOf: before, operation)
  }

  /// Archives a standup, or ends that.
  ///
  /// - Throws: `conflict` if a standup in a meeting is to be archived.
  private func archive(_ record: inout StandupRecord, _ isArchived: Bool) throws {
    if isArchived, let meeting = state.saved.live[record.id] {
      throw BusError(.conflict, Self.inMeeting, detail: ["meeting": "\(meeting)"])
    }
    record.standup.isArchived = isArchived ? true : nil
  }

  /// Saves a standup if it was changed.
  mutating func put(
    _ record: StandupRecord, insteadOf before: Standup, _ operation: Operation
  ) throws {
    var record = record
    guard record.standup != before else { return try finishUnchanged(operation, .standup(before)) }
    try check(record.standup)
    record.standup.endAbsences(atMs: nowMs)
    record.standup.countChange()
    try decide(
      operation,
      Decision(
        [.putStandup(record)],
        events: [
          try event(StandupUpdated(standup: record.standup), standup: record.id, operation)
        ],
        reply: .standup(record.standup)))
  }

  /// A title of only white space looks empty and cannot be used as a name, so it is saved as empty.
  private static func title(_ text: String) -> String {
    text.allSatisfy(\.isWhitespace) ? "" : text
  }

  /// The warning time to save: nil for 0, which disables the warning.
  private static func warning(_ ms: Int64) -> Int64? { ms == 0 ? nil : ms }

  func check(_ standup: Standup) throws {
    if let problem = standup.problem { throw Self.error(problem) }
  }

  static func error(_ problem: StandupProblem) -> BusError {
    BusError(.invalid, problem.description, detail: ["member": problem.member])
  }

  /// The attendees to save; values that a draft of an existing attendee omits stay the same.
  private func attendees(
    _ drafts: [AttendeeDraft], of present: IdentifiedArray<Attendee>
  ) throws -> IdentifiedArray<Attendee> {
    let all = try drafts.map { draft in
      let known = draft.id.flatMap { present[id: $0] }
      return Attendee(
        id: draft.id ?? Attendee.ID(reducer.uuid()), name: draft.name,
        weight: draft.weight ?? known?.weight, absentUntilMs: known?.absentUntilMs,
        person: try draft.person(of: known))
    }
    // Those without a name are omitted, and would not be checked later.
    if let problem = all.lazy.compactMap(\.problem).first { throw Self.error(problem) }
    let attendees = IdentifiedArray(all)
    guard attendees.count == all.count else {
      throw BusError(
        .invalid, "Two attendees have the same id; omit the id of a new attendee.",
        detail: ["member": "attendees"])
    }
    return attendees.saved(uuid: reducer.uuid)
  }

  /// Returns the key of a new standup, which is listed last.
  mutating func nextSortKey() -> Int64 {
    defer { state.nextSortKey = min(state.nextSortKey + 1, WireTime.counts.upperBound) }
    return state.nextSortKey
  }

  /// Rejects an id that is known to exist. Ids that were not loaded are checked by the store.
  func refuseExisting(_ id: Standup.ID) throws {
    if state.saved.recent[id] != nil { throw Self.exists(id) }
    let name = "\(Collection.standups)/\(id)"
    if state.saved.unreadable.contains(where: { $0.name == name }) {
      throw BusError(
        .conflict,
        "The stored standup \(id) cannot be read. Use another id, or discard it with"
          + " “standups unreadable discard \(name)”.",
        detail: ["standup": "\(id)"])
    }
  }

  static func exists(_ id: some CustomStringConvertible) -> BusError {
    BusError(
      .conflict, "Standup \(id) already exists; edit it, or omit the id to create a new one.",
      detail: ["standup": "\(id)"])
  }
}
