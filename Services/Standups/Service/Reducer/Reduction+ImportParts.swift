import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI

/// Import of a file of any size, completely or not at all.
///
/// The parts are kept in the store, and only their ids in memory. When all parts have arrived, one
/// small commit accepts the file. After that, the parts are applied one by one, each in a commit
/// that also removes it from the stored parts, so an interruption does no harm.
extension Reduction {
  private static let maxReceived = 4
  /// Maximum number of ids of files that are being received, at about 50 bytes each in memory.
  private static let maxReceivedIDs = 1_000_000
  /// Maximum number of completed imports that are remembered.
  private static let maxDone = 16
  private static let maxDropped = 20
  private static let idleMs = 600_000
  private static let againMs = 5000

  // MARK: Receiving parts

  mutating func importPart(
    _ operation: Operation, _ command: ImportPart, _ standups: [StandupWithMeetings]
  ) throws {
    let saved = state.saved.imports[command.id]
    let isFirst = saved == nil && state.received[command.id] == nil
    guard isFirst || saved?.progress.phase == .receiving && state.received[command.id] != nil else {
      throw Self.noImport(command.id)
    }
    try check(command, saved)
    if isFirst {
      try refuseMore()
      state.received[command.id] = ReceivedFile()
      effects.append(wait(for: command.id, parts: 0))
    }
    try state.received[command.id]?.take(standups)
    guard state.received.values.reduce(0, { $0 + $1.count }) <= Self.maxReceivedIDs else {
      throw BusError(
        .tooLarge,
        "The imports in progress contain more than \(Self.maxReceivedIDs) standups and meetings; split"
          + " the file, or import one file at a time.")
    }
    try importFile(operation, saved?.existing ?? command.existing ?? .refuse, standups)
  }

  private func check(_ command: ImportPart, _ saved: FileImport?) throws {
    let due = (saved?.progress.parts ?? 0) + 1
    guard command.part == due else {
      throw BusError(
        .conflict, "Unexpected part \(command.part) of the file; expected part \(due).",
        detail: ["part": "\(due)"])
    }
  }

  private func refuseMore() throws {
    guard state.received.count < Self.maxReceived else {
      throw BusError(
        .busy,
        "\(Self.maxReceived) files are already being imported (the maximum); try again later.",
        retryAfterMs: 5000)
    }
  }

  /// Saves a part, after its meetings were looked up and no conflict was found.
  mutating func decidePart(
    _ operation: Operation, _ command: ImportPart, _ standups: [StandupWithMeetings]
  ) throws {
    let json = try RawJSON(validating: StandupsJSON.encode(standups))
    // Each standup is in a document and in an event.
    let bytes = standups.reduce(0) { sum, element in
      element.meetings.reduce(sum + 2 * element.standup.estimatedBytes + 700) {
        $0 + $1.committedBytes
      }
    }
    guard bytes <= Self.maxCommitBytes else {
      throw BusError(
        .tooLarge,
        "Part \(command.part) does not fit in one transaction; send parts of at most 200 kB and 300"
          + " standups and meetings. No single past meeting may be larger than that.",
        detail: ["bytes": "\(bytes)", "most": "\(Self.maxCommitBytes)"])
    }
    var file =
      state.saved.imports[command.id]
      ?? FileImport(id: command.id, existing: command.existing ?? .refuse)
    file.progress.parts += 1
    var changes: [Change] = [.addPart(file.id, file.progress.parts, json), .putImport(file)]
    if file.progress.parts == 1 {
      let done = state.saved.imports.values.filter { $0.progress.phase == .done }
        .sorted { ($0.doneAtMs ?? 0, $0.id) < ($1.doneAtMs ?? 0, $1.id) }
      changes += done.dropLast(Self.maxDone - 1).map { .removeImport($0.id) }
    }
    try decide(operation, Decision(changes, reply: .importing(file.progress)))
  }

  /// Accepts the file, once all its parts have arrived.
  mutating func takeImport(_ operation: Operation, _ command: TakeImport) throws {
    var file = try file(command.id)
    guard file.progress.parts == command.parts else {
      throw BusError(
        .conflict,
        "Invalid number of parts \(command.parts); the import has received \(file.progress.parts).",
        detail: ["parts": "\(file.progress.parts)"])
    }
    guard file.progress.phase == .receiving else {
      return finish(operation.id, .success(.importing(file.progress)))
    }
    guard state.received[file.id]?.order.isComplete ?? true else {
      throw BusError(
        .conflict, "The import is incomplete: send the last parts of a long meeting first.")
    }
    file.progress.phase = .applying
    state.received[file.id] = nil
    try decide(operation, Decision([.putImport(file)], reply: .importing(file.progress)))
  }

  /// Returns an import.
  ///
  /// - Throws: `not_found` if it is unknown or was abandoned.
  func file(_ id: ImportStandups.ID) throws -> FileImport {
    guard let file = state.saved.imports[id],
      file.progress.phase != .receiving || state.received[id] != nil
    else { throw Self.noImport(id) }
    return file
  }

  private static func noImport(_ id: ImportStandups.ID) -> BusError {
    BusError(
      .notFound, "Import \(id) was not found, or was cancelled; start again with another id.",
      detail: ["import": "\(id)"])
  }

  // MARK: Applying parts

  /// Continues an import: applies its next part, or removes its parts if it was abandoned.
  mutating func goOn(with id: ImportStandups.ID) {
    guard let file = state.saved.imports[id] else { return }
    switch file.progress.phase {
    case .receiving:
      guard state.received[id] == nil else { return }
      receive(Waiting(caller: nil, command: .dropParts(id), header: nil))
    case .applying: receive(Waiting(caller: nil, command: .readPart(id), header: nil))
    case .done: log(.info, "Import \(id) is complete; parts: \(file.progress.parts).")
    }
  }

  mutating func readPart(_ operation: Operation, _ id: ImportStandups.ID) throws {
    guard let file = state.saved.imports[id] else { return end(operation.id) }
    step(operation.id, .loading(.part))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.importParts, id: Change.part(file.progress.applied + 1, of: id))))
  }

  mutating func gotPart(
    _ operation: Operation, _ id: ImportStandups.ID, _ page: DocumentPage
  ) throws {
    guard let document = page.documents.first else {
      throw BusError(.internal, "A part of import \(id) is missing from the store.")
    }
    let standups = try StandupsCommand.standups(document.body.bytes, isPart: true)
    end(operation.id)
    receive(Waiting(caller: nil, command: .applyPart(id, standups), header: nil))
  }

  /// Applies a part.
  ///
  /// - Parameter standups: all standups of the part.
  mutating func applyPart(
    _ operation: Operation, _ id: ImportStandups.ID, _ standups: [StandupWithMeetings]
  ) throws {
    guard let file = state.saved.imports[id] else { return end(operation.id) }
    let rest = file.rest(of: standups)
    // Only standups that are replaced can have meetings here.
    let replaced = rest.filter { file.existing == .replace && known($0.id, operation) != nil }
    try lookUp(operation, FoundMeetings(replaced.flatMap(\.imported)))
  }

  /// Applies a part, or as much of it as fits in one commit.
  mutating func place(
    _ operation: Operation, _ id: ImportStandups.ID, _ standups: [StandupWithMeetings],
    _ found: FoundMeetings
  ) throws {
    guard var file = state.saved.imports[id] else { return end(operation.id) }
    let (piece, end) = file.piece(of: standups, before: found.rest.first?.id)
    var decision = Decision([], reply: .done)
    for element in piece {
      if element.id == file.last {
        // A user who deleted the standup during the import wanted its meetings deleted too.
        guard file.isLastTaken, var record = known(element.id, operation) else { continue }
        try add(
          element.meetings, to: &record, found, isChanged: false, in: &decision, operation)
        continue
      }
      let placed = try place(element, file.existing, found, in: &decision, operation)
      switch placed {
      case .created: file.progress.created += 1
      case .replaced: file.progress.replaced += 1
      case .kept: file.progress.kept += 1
      }
      (file.last, file.isLastTaken) = (element.id, placed != .kept)
    }
    file.placed = end
    if end == nil {
      file.progress.applied += 1
      decision.changes.append(.removePart(id, file.progress.applied))
    }
    if file.progress.applied == file.progress.parts {
      file.progress.phase = .done
      file.doneAtMs = operation.at.wallMs
      // The file's copies of standups that were kept exist only in the parts, which are erased.
      decision.changes.append(.erase(.removed))
    }
    decision.changes.append(.putImport(file))
    try decide(operation, decision)
  }

  // MARK: Abandoning

  /// Cancels imports whose parts are still arriving: these may have words that are being erased,
  /// and would bring them back. The next part is rejected, and the client starts again.
  mutating func giveUpReceived() {
    for id in state.received.keys.sorted() {
      log(.warning, "Import \(id) was cancelled because a person is being forgotten.")
      state.received[id] = nil
      goOn(with: id)
    }
  }

  /// Handles a failed command of an import. A rejected part ends the import; an accepted file is
  /// retried.
  mutating func importFailed(_ operation: Operation, _ error: BusError) {
    switch operation.command {
    case .importPart(let command, _):
      let saved = state.saved.imports[command.id]
      guard state.received[command.id] != nil,
        command.part == (saved?.progress.parts ?? 0) + 1
      else { return }
      state.received[command.id] = nil
      goOn(with: command.id)
    case .readPart(let id), .applyPart(let id, _), .dropParts(let id):
      log(.error, "Import \(id) failed; retrying: \(error)")
      effects.append(.wait(ms: Self.againMs, then: .importDue(id)))
    default: break
    }
  }

  /// Cancels an import if no part has arrived for a while.
  mutating func importIdle(_ id: ImportStandups.ID, _ parts: Int) {
    guard state.received[id] != nil else { return }
    let now = state.saved.imports[id]?.progress.parts ?? 0
    guard now == parts else { return effects.append(wait(for: id, parts: now)) }
    log(.warning, "Import \(id) was cancelled because no part arrived for ten minutes.")
    state.received[id] = nil
    goOn(with: id)
  }

  private func wait(for id: ImportStandups.ID, parts: Int) -> StandupsEffect {
    .wait(ms: Self.idleMs, then: .importIdle(id, parts: parts))
  }

  mutating func dropParts(_ operation: Operation, _ id: ImportStandups.ID) throws {
    guard var file = state.saved.imports[id] else { return end(operation.id) }
    let last = file.progress.parts
    let first = max(1, last - Self.maxDropped + 1)
    file.progress.parts = first - 1
    var changes: [Change] = (first...max(first, last)).map { .removePart(id, $0) }
    changes += first == 1 ? [.removeImport(id), .erase(.removed)] : [.putImport(file)]
    try decide(operation, Decision(changes, reply: .done))
  }
}
