import Bus
import Documents
import Foundation
import Standups
import StandupsAPI

/// Taking over a file of the apps: all of it, or nothing.
extension Reduction {
  /// A commit has to fit a message of 1 MiB with its head.
  static let mostCommitBytes = 1_000_000

  mutating func importFile(
    _ operation: Operation, _ existing: ImportStandups.Existing, _ standups: [StandupWithMeetings]
  ) throws {
    let present = standups.filter { known($0.id, operation) != nil }
    if existing == .refuse, let first = present.first {
      throw BusError(
        .conflict,
        "\(present.count) of these standups are here already; say whether to keep or replace them.",
        detail: ["standup": "\(first.id)"])
    }
    let kept = existing == .keep ? Set(present.map(\.id)) : []
    // An id that belongs to a meeting of another standup would take its place.
    let meetings = standups.filter { !kept.contains($0.id) }.flatMap { element in
      element.meetings.map { ImportedMeeting(id: $0.id, standup: element.id) }
    }
    try lookUp(operation, meetings)
  }

  private mutating func lookUp(_ operation: Operation, _ meetings: [ImportedMeeting]) throws {
    guard !meetings.isEmpty else {
      switch operation.command {
      case .importFile(let existing, let standups):
        return try decideImport(operation, existing, standups)
      case .importPart(let command, let standups):
        return try decidePart(operation, command, standups)
      default: return
      }
    }
    step(operation.id, .loading(.imported(meetings)))
    let ids = meetings.prefix(DocumentQuery.mostIDs).map(\.id.description)
    effects.append(.load(operation.id, DocumentQuery(collection: Collection.meetings, ids: ids)))
  }

  mutating func foundImported(
    _ operation: Operation, _ meetings: [ImportedMeeting], _ page: DocumentPage
  ) throws {
    let end = page.answered(of: meetings.map(\.id))
    let parents = Dictionary(
      page.documents.map { ($0.id, $0.parent) }, uniquingKeysWith: { first, _ in first })
    for meeting in meetings[..<end] {
      guard let parent = parents[meeting.id.description],
        parent != meeting.standup.description
      else { continue }
      throw BusError(
        .conflict, "The file's meeting \(meeting.id) is here already, under another standup.",
        detail: ["meeting": "\(meeting.id)", "standup": parent ?? ""])
    }
    try lookUp(operation, Array(meetings[end...]))
  }

  private mutating func decideImport(
    _ operation: Operation, _ existing: ImportStandups.Existing,
    _ standups: [StandupWithMeetings]
  ) throws {
    var reply = ImportStandups.Reply(created: [], replaced: [], kept: [])
    var decision = Decision([], reply: .done)
    for element in standups {
      switch try place(element, existing, in: &decision, operation) {
      case .created: reply.created.append(element.id)
      case .replaced: reply.replaced.append(element.id)
      case .kept: reply.kept.append(element.id)
      }
    }
    decision.reply = .imported(reply)
    guard !decision.changes.isEmpty else {
      return finish(operation.id, .success(decision.reply))
    }
    let bytes = try BusJSON.encode(decided(decision, key: operation.key)).count
    guard bytes <= Self.mostCommitBytes else {
      throw BusError(
        .tooLarge, "The file is too large to be taken at once; send it in parts.",
        detail: ["bytes": "\(bytes)", "most": "\(Self.mostCommitBytes)"])
    }
    try decide(operation, decision)
  }

  /// Decides what becomes of a standup of a file.
  mutating func place(
    _ element: StandupWithMeetings, _ existing: ImportStandups.Existing,
    in decision: inout Decision, _ operation: Operation
  ) throws -> Placed {
    var element = element
    if element.standup.attendees.isEmpty {
      element.standup.attendees = element.standup.attendees.saved(uuid: reducer.uuid)
    }
    guard let record = known(element.id, operation) else {
      try refuseExisting(element.id)
      try add(element, to: &decision, operation)
      return .created
    }
    guard existing == .replace else { return .kept }
    element.standup.revision = record.standup.revision + 1
    decision.changes.append(.putStandup(StandupRecord(element, sortKey: record.sortKey)))
    decision.changes.append(.removeMeetings(of: element.id))
    decision.changes += element.meetings.map { .putMeeting($0, of: element.id) }
    decision.events.append(
      try event(StandupUpdated(standup: element.standup), standup: element.id, operation))
    return .replaced
  }

  /// What became of a standup of a file.
  enum Placed { case created, replaced, kept }
}
