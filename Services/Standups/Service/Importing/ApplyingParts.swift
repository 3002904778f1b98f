import Bus
import Documents
import Standups
import StandupsAPI

/// The parts of an accepted file, applied one by one.
extension StandupsReduction {
  /// Maximum number of stored parts that one commit removes.
  private static let maxDropped = 20
  /// Pause before a step that failed is retried, in milliseconds.
  private static let againMs = 5000

  /// Continues an import: applies its next part, or removes its parts if it was cancelled.
  mutating func continueImport(_ id: ImportStandups.ID) {
    guard let file = state.saved.imports[id] else { return }
    switch file.progress.phase {
    case .receiving:
      guard state.received[id] == nil else { return }
      receive(Waiting(caller: nil, command: .dropParts(id), header: nil))
    case .applying: receive(Waiting(caller: nil, command: .readPart(id), header: file.header))
    case .failed where file.progress.parts > file.progress.applied:
      receive(Waiting(caller: nil, command: .dropParts(id), header: nil))
    case .failed: break
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

  mutating func partLoaded(
    _ operation: Operation, _ id: ImportStandups.ID, _ page: DocumentPage
  ) throws {
    guard let document = page.documents.first else {
      throw BusError(.internal, "A part of import \(id) is missing from the store.")
    }
    let standups = try StandupsCommand.standups(document.body.bytes, isPart: true)
    end(operation.id)
    receive(Waiting(caller: nil, command: .applyPart(id, standups), header: operation.header))
  }

  /// Applies a part, once it is known which of its meetings exist here.
  ///
  /// - Parameter standups: all standups of the part.
  mutating func applyPart(
    _ operation: Operation, _ id: ImportStandups.ID, _ standups: [StandupWithMeetings]
  ) throws {
    guard let file = state.saved.imports[id] else { return end(operation.id) }
    let rest = file.rest(of: standups)
    // Another standup may have got a meeting of the file since the part arrived.
    let placed = rest.filter { file.existing != .keep || known($0.id, operation) == nil }
    try lookUp(operation, FoundMeetings(placed.flatMap(\.imported)))
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
      let placed = try merge(element, file.existing, file.team, found, in: &decision, operation)
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
      file.doneAtMs = reducer.clock().wallMs
      // The file's copies of standups that were kept exist only in the parts, which are erased.
      decision.changes.append(.erase(.removed))
    }
    decision.changes.append(.putImport(file))
    try decide(operation, decision)
  }

  /// Handles a failed command of an import. A rejected part ends the import, unless its sender may
  /// not see the import. A part of an accepted file is applied again, unless that would not help.
  mutating func importFailed(_ operation: Operation, _ error: BusError) {
    let isFinal = error.isRefusal || [.internal, .moved].contains(error.code)
    switch operation.command {
    case .importPart(let command, _):
      let saved = state.saved.imports[command.id]
      guard let file = state.received[command.id],
        scope.contains(file.team),
        command.part == (saved?.progress.parts ?? 0) + 1
      else { return }
      state.received[command.id] = nil
      continueImport(command.id)
    case .readPart(let id) where isFinal, .applyPart(let id, _) where isFinal:
      log(.error, "Import \(id) failed: \(error)")
      receive(Waiting(caller: nil, command: .failImport(id, problem: error.message), header: nil))
    case .readPart(let id), .applyPart(let id, _), .dropParts(let id), .failImport(let id, _):
      log(.error, "Import \(id) failed; retrying: \(error)")
      effects.append(.wait(ms: Self.againMs, then: .importDue(id)))
    default: break
    }
  }

  /// Ends an import that cannot be completed. Parts that were applied remain; otherwise the
  /// import would keep standups from being deleted or moved forever.
  mutating func failImport(
    _ operation: Operation, _ id: ImportStandups.ID, _ problem: String
  ) throws {
    guard var file = state.saved.imports[id], file.progress.phase == .applying else {
      return end(operation.id)
    }
    file.progress.phase = .failed
    file.progress.problem = String(problem.prefix(ImportProgress.maxProblem))
    file.doneAtMs = reducer.clock().wallMs
    try decide(operation, Decision([.putImport(file)], reply: .done))
  }

  /// Removes the stored parts of an import that was cancelled or that failed.
  mutating func dropParts(_ operation: Operation, _ id: ImportStandups.ID) throws {
    guard var file = state.saved.imports[id] else { return end(operation.id) }
    let last = file.progress.parts
    // Those that were applied have been removed already.
    let first = max(file.progress.applied + 1, last - Self.maxDropped + 1)
    let isLast = first == file.progress.applied + 1
    file.progress.parts = first - 1
    var changes: [Change] = (first...max(first, last)).map { .removePart(id, $0) }
    let isForgotten = isLast && file.progress.phase == .receiving
    changes.append(isForgotten ? .removeImport(id) : .putImport(file))
    if isLast { changes.append(.erase(.removed)) }
    try decide(operation, Decision(changes, reply: .done))
  }
}
