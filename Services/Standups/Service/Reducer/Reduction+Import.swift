import Bus
import Documents
import Foundation
import Standups
import StandupsAPI

/// Import of a file of the apps, completely or not at all.
extension Reduction {
  /// Maximum size of a commit, in bytes: it has to fit in a message of 1 MiB with its head.
  static let maxCommitBytes = 1_000_000

  mutating func importFile(
    _ operation: Operation, _ existing: ImportStandups.Existing, _ standups: [StandupWithMeetings]
  ) throws {
    let present = standups.filter { known($0.id, operation) != nil }
    if existing == .refuse, let first = present.first {
      let exist = present.count == 1 ? "already exists" : "already exist"
      throw BusError(
        .conflict,
        "\(present.count) of these standups \(exist); set “existing” to “keep” or “replace”.",
        detail: ["standup": "\(first.id)"])
    }
    let kept = existing == .keep ? Set(present.map(\.id)) : []
    // A file could otherwise replace a meeting of another standup by using its id.
    let meetings = standups.filter { !kept.contains($0.id) }.flatMap(\.imported)
    if let live = meetings.first(where: { state.saved.sessions[id: $0.id] != nil }) {
      throw BusError(
        .conflict,
        "Meeting \(live.id) in the file is live here; import the file when the meeting is over.",
        detail: ["meeting": "\(live.id)"])
    }
    try lookUp(operation, FoundMeetings(meetings))
  }

  /// Looks up which meetings of a file exist here, until this is known for all of them, or for as
  /// many as fit in one commit.
  mutating func lookUp(_ operation: Operation, _ found: FoundMeetings) throws {
    switch operation.command {
    case .importFile where found.bytes > Self.maxCommitBytes:
      throw Self.tooLarge(found.bytes)
    case .importFile(let existing, let standups) where found.rest.isEmpty:
      return try decideImport(operation, existing, standups, found)
    case .importPart(let command, let standups) where found.rest.isEmpty:
      return try decidePart(operation, command, standups)
    case .applyPart(let id, let standups) where found.isEnough:
      return try place(operation, id, standups, found)
    default: break
    }
    step(operation.id, .loading(.imported(found)))
    let ids = found.rest.prefix(DocumentQuery.maxIDs).map(\.id.description)
    effects.append(.load(operation.id, DocumentQuery(collection: Collection.meetings, ids: ids)))
  }

  mutating func foundImported(
    _ operation: Operation, _ found: FoundMeetings, _ page: DocumentPage
  ) throws {
    var found = found
    let documents = Dictionary(
      page.documents.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for element in found.rest.prefix(page.answered(of: found.rest.map(\.id))) {
      let document = documents[element.id.description]
      if let parent = document?.parent, parent != element.standup.description {
        throw BusError(
          .conflict, "Meeting \(element.id) in the file already exists under another standup.",
          detail: ["meeting": "\(element.id)", "standup": parent])
      }
      found.take(document.flatMap { meetings(in: [$0]).first }, isHere: document != nil)
    }
    try lookUp(operation, found)
  }

  private mutating func decideImport(
    _ operation: Operation, _ existing: ImportStandups.Existing,
    _ standups: [StandupWithMeetings], _ found: FoundMeetings
  ) throws {
    var reply = ImportStandups.Reply(created: [], replaced: [], kept: [])
    var decision = Decision([], reply: .done)
    for element in standups {
      switch try place(element, existing, found, in: &decision, operation) {
      case .created: reply.created.append(element.id)
      case .replaced: reply.replaced.append(element.id)
      case .kept: reply.kept.append(element.id)
      }
    }
    decision.reply = .imported(reply)
    guard !decision.changes.isEmpty else { return try leave(operation, decision.reply) }
    let bytes = try BusJSON.encode(
      decided(decision, key: operation.key, request: operation.header?.request)
    ).count
    guard bytes <= Self.maxCommitBytes else { throw Self.tooLarge(bytes) }
    try decide(operation, decision)
  }

  private static func tooLarge(_ bytes: Int) -> BusError {
    BusError(
      .tooLarge, "The file is too large to import at once; send it in parts.",
      detail: ["bytes": "\(bytes)", "most": "\(maxCommitBytes)"])
  }

  /// Adds a standup of a file to a decision, unless the existing one is kept.
  mutating func place(
    _ element: StandupWithMeetings, _ existing: ImportStandups.Existing, _ found: FoundMeetings,
    in decision: inout Decision, _ operation: Operation
  ) throws -> Placed {
    var element = element
    if element.standup.attendees.isEmpty {
      element.standup.attendees = element.standup.attendees.saved(uuid: reducer.uuid)
    }
    guard var record = known(element.id, operation) else {
      try refuseExisting(element.id)
      try add(element, to: &decision, operation)
      return .created
    }
    guard existing == .replace else { return .kept }
    element.standup.revision = record.standup.revision
    // A file of the apps does not have these values.
    element.standup.warnMs = element.standup.warnMs ?? record.standup.warnMs
    element.standup.mayRunOver = element.standup.mayRunOver ?? record.standup.mayRunOver
    for known in record.standup.attendees {
      guard var attendee = element.standup.attendees[id: known.id] else { continue }
      attendee.weight = attendee.weight ?? known.weight
      attendee.absentUntilMs = attendee.absentUntilMs ?? known.absentUntilMs
      element.standup.attendees[id: known.id] = attendee
    }
    let isChanged = element.standup != record.standup
    if isChanged {
      element.standup.countChange()
      record.standup = element.standup
      decision.events.append(
        try event(StandupUpdated(standup: element.standup), standup: element.id, operation))
    }
    try add(element.meetings, to: &record, found, isChanged: isChanged, in: &decision, operation)
    return .replaced
  }

  /// Adds meetings of a file to an existing standup. Meetings that only the standup has stay, as do
  /// values of a meeting that the file lacks.
  ///
  /// - Parameter isChanged: whether the standup has to be saved in any case.
  func add(
    _ meetings: [Meeting], to record: inout StandupRecord, _ found: FoundMeetings, isChanged: Bool,
    in decision: inout Decision, _ operation: Operation
  ) throws {
    let new = meetings.filter { $0.part == nil && !found.here.contains($0.id) }
    record.count(meetings: new.count)
    record.lastMeetingMs = (new.map(\.milliseconds) + [record.lastMeetingMs].compactMap(\.self))
      .max()
    if isChanged || !new.isEmpty { decision.changes.append(.putStandup(record)) }
    for meeting in meetings {
      let isHere = meeting.part == nil && found.here.contains(meeting.id)
      guard let saved = isHere ? found.changed[meeting.id] : meeting else { continue }
      decision.changes += Change.laterParts(
        of: saved.id, isHere ? found.parts[saved.id] ?? 1 : 1, behind: saved.parts ?? 1)
      try add(saved, of: record.id, to: &decision, operation)
    }
  }

  /// The outcome for a standup of a file.
  enum Placed { case created, replaced, kept }
}

extension StandupWithMeetings {
  /// Its meetings, each with its standup; only the first part of a long meeting.
  var imported: [ImportedMeeting] {
    meetings.filter { $0.part == nil }.map { ImportedMeeting(meeting: $0, standup: id) }
  }
}
