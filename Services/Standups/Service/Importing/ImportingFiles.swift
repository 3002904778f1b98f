import Bus
import Documents
import Foundation
import Standups
import StandupsAPI

/// Imports a file from the apps, completely or not at all.
extension StandupsReduction {
  /// Maximum size of a commit, in bytes: it has to fit in a message of 1 MiB with its head.
  static let maxCommitBytes = 1_000_000

  mutating func importFile(
    _ operation: Operation, _ existing: ImportStandups.Existing, _ standups: [StandupWithMeetings]
  ) throws {
    if let other = standups.first(where: {
      knownInAnyTeam($0.id, operation) != nil && known($0.id, operation) == nil
    }) {
      throw Self.exists(other.id)
    }
    let present = standups.filter { known($0.id, operation) != nil }
    if existing == .refuse, let first = present.first {
      let exist = present.count == 1 ? "already exists" : "already exist"
      throw BusError(
        .conflict,
        "\(present.count) of these standups \(exist); set “existing” to “keep” or “replace”.",
        detail: ["standup": "\(first.id)"])
    }
    let kept = existing == .keep ? Set(present.map(\.id)) : []
    // A file could otherwise replace a meeting or a follow-up of another standup by using its id.
    let meetings = standups.filter { !kept.contains($0.id) }.flatMap(\.imported)
    if let live = meetings.first(where: { state.saved.sessions[id: $0.id] != nil }) {
      throw BusError(
        .conflict,
        "Meeting \(live.id) in the file is live here; import the file when the meeting is over.",
        detail: ["meeting": "\(live.id)"])
    }
    try lookUp(operation, FoundMeetings(meetings))
  }

  /// Looks up which meetings of a file already exist here, until all have been looked up or one
  /// commit can hold no more.
  mutating func lookUp(_ operation: Operation, _ found: FoundMeetings) throws {
    guard found.notes.isEmpty else { return lookUpNotes(operation, found) }
    switch operation.command {
    case .importFile where found.bytes > Self.maxCommitBytes:
      throw Self.tooLarge(found.bytes)
    case .importFile(let existing, let team, let standups) where found.rest.isEmpty:
      return try decideImport(operation, existing, try newTeam(team), standups, found)
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

  private mutating func lookUpNotes(_ operation: Operation, _ found: FoundMeetings) {
    step(operation.id, .loading(.importedNotes(found)))
    let ids = found.notes.prefix(DocumentQuery.maxIDs).map(\.id.description)
    effects.append(.load(operation.id, DocumentQuery(collection: Collection.followUps, ids: ids)))
  }

  mutating func foundNotes(
    _ operation: Operation, _ found: FoundMeetings, _ page: DocumentPage
  ) throws {
    var found = found
    let parents = Dictionary(
      page.documents.map { ($0.id, $0.parent) }, uniquingKeysWith: { first, _ in first })
    let asked = found.notes.prefix(DocumentQuery.maxIDs)
    let answered = page.answered(of: asked.map(\.id))
    for note in asked.prefix(answered) {
      let standup = note.standup.description
      guard parents[note.id.description, default: standup] == standup else {
        throw Self.followUpElsewhere(note.id)
      }
    }
    found.notes = found.notes.dropFirst(answered)
    try lookUp(operation, found)
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
        throw Self.meetingElsewhere(element.id, standup: scope == .all ? parent : nil)
      }
      found.take(document.flatMap { meetings(in: [$0]).first }, isHere: document != nil)
    }
    try lookUp(operation, found)
  }

  /// The error for a meeting that exists under another standup.
  ///
  /// - Parameter standup: id of that standup; nil if the sender may not know it.
  static func meetingElsewhere(
    _ id: some CustomStringConvertible, standup: String? = nil
  ) -> BusError {
    var detail = ["meeting": "\(id)"]
    detail["standup"] = standup
    return BusError(
      .conflict, "Meeting \(id) already exists under another standup.", detail: detail)
  }

  static func followUpElsewhere(_ id: some CustomStringConvertible) -> BusError {
    BusError(
      .conflict, "Follow-up \(id) already exists under another standup.",
      detail: ["followUp": "\(id)"])
  }

  private mutating func decideImport(
    _ operation: Operation, _ existing: ImportStandups.Existing, _ team: String?,
    _ standups: [StandupWithMeetings], _ found: FoundMeetings
  ) throws {
    var reply = ImportStandups.Reply(created: [], replaced: [], kept: [])
    var decision = Decision([], reply: .done)
    for element in standups {
      switch try merge(element, existing, team, found, in: &decision, operation) {
      case .created: reply.created.append(element.id)
      case .replaced: reply.replaced.append(element.id)
      case .kept: reply.kept.append(element.id)
      }
    }
    decision.reply = .imported(reply)
    guard !decision.changes.isEmpty else { return try finishUnchanged(operation, decision.reply) }
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
}
