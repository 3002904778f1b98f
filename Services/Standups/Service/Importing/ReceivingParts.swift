import Bus
import FastJSON
import Foundation
import Standups
import StandupsAPI

/// Import of a file of any size, completely or not at all.
///
/// The parts are kept in the store, and only their ids in memory. When all parts have arrived, one
/// small commit accepts the file. After that, the parts are applied one by one, each in a commit
/// that also removes it from the stored parts, so an interruption does no harm.
extension StandupsReduction {
  /// Maximum number of files that are received at the same time.
  private static let maxReceived = 4
  /// Maximum number of those of one person, or of one tool that is limited to teams.
  private static let maxReceivedPerActor = 2
  /// Maximum number of ids of files that are being received, at about 50 bytes each in memory.
  private static let maxReceivedIDs = 1_000_000
  /// Maximum number of completed imports that are remembered.
  private static let maxDone = 16
  /// Time without a new part after which an import is cancelled, in milliseconds.
  private static let idleMs = 600_000

  mutating func importPart(
    _ operation: Operation, _ command: ImportPart, _ standups: [StandupWithMeetings]
  ) throws {
    let saved = savedImport(command.id)
    let isAnothers = state.saved.imports[command.id] != nil && saved == nil
    // First, so that the error is the same whether an import with this id exists or not.
    let team = try saved == nil ? newTeam(command.team) : saved?.team
    let isFirst = saved == nil && (isAnothers || state.received[command.id] == nil)
    guard isFirst || saved?.progress.phase == .receiving && state.received[command.id] != nil else {
      throw Self.noImport(command.id)
    }
    try check(command, saved)
    if isFirst {
      try refuseMore(cause?.limitedActor)
      guard !isAnothers else { throw Self.noImport(command.id) }
      state.received[command.id] = ReceivedFile(
        team: team ?? TeamScope.defaultTeam, sender: cause?.limitedActor)
      effects.append(wait(for: command.id, parts: 0))
    }
    let teams = standups.compactMap { known($0.id, operation)?.standup.teamID }
    try state.received[command.id]?.take(standups, of: teams)
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

  private func refuseMore(_ sender: String?) throws {
    let own = state.received.values.count { sender != nil && $0.sender == sender }
    if own >= Self.maxReceivedPerActor { throw Self.tooManyFiles("\(own) of your files") }
    if state.received.count >= Self.maxReceived {
      throw Self.tooManyFiles("\(Self.maxReceived) files")
    }
  }

  private static func tooManyFiles(_ files: String) -> BusError {
    BusError(
      .busy, "\(files) are already being imported (the maximum); try again later.",
      retryAfterMs: 5000)
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
      try state.saved.imports[command.id]
      ?? FileImport(
        id: command.id, existing: command.existing ?? .refuse, team: newTeam(command.team),
        header: operation.header)
    file.progress.parts += 1
    var changes: [Change] = [.addPart(file.id, file.progress.parts, json), .putImport(file)]
    if file.progress.parts == 1 {
      let done = state.saved.imports.values.filter(\.isOver)
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
    // The rights of the sender may have changed since the first part.
    file.use(operation.header, in: state.received[file.id]?.teams)
    state.received[file.id] = nil
    try decide(operation, Decision([.putImport(file)], reply: .importing(file.progress)))
  }

  /// Returns an import that is in progress or complete.
  ///
  /// - Throws: `not_found` if it is unknown or was cancelled.
  func file(_ id: ImportStandups.ID) throws -> FileImport {
    guard let file = state.saved.imports[id],
      file.progress.phase != .receiving || state.received[id] != nil
    else { throw Self.noImport(id) }
    guard isInScope(file) else { throw Self.noImport(id) }
    return file
  }

  /// The saved import of a file, if it is visible to the command.
  func savedImport(_ id: ImportStandups.ID) -> FileImport? {
    state.saved.imports[id].flatMap { isInScope($0) ? $0 : nil }
  }

  /// Returns true if the sender of the command may add standups to the team of an import.
  private func isInScope(_ file: FileImport) -> Bool {
    scope.contains(file.teamID)
  }

  private static func noImport(_ id: ImportStandups.ID) -> BusError {
    BusError(
      .notFound, "Import \(id) was not found, or was cancelled; start again with another id.",
      detail: ["import": "\(id)"])
  }

  /// Cancels imports whose parts are still arriving and contain a standup that moves to another team,
  /// where they could not be applied.
  mutating func cancelReceivedFiles(with standup: Standup.ID) {
    cancelReceivedFiles("a standup in it moved to another team") { $0.has(standup) }
  }

  /// Cancels imports whose parts are still arriving and may have words of a standup that are being
  /// erased: they would bring these back. The next part is rejected, and the client starts again.
  /// Imports of other teams continue, because an admin of one team must not affect another.
  mutating func cancelReceivedFiles(repeating standup: Standup) {
    cancelReceivedFiles("a person is being forgotten") { $0.mayRepeat(standup) }
  }

  private mutating func cancelReceivedFiles(
    _ reason: String, where isConcerned: (ReceivedFile) -> Bool
  ) {
    for (id, file) in state.received.sorted(by: { $0.key < $1.key }) where isConcerned(file) {
      log(.warning, "Import \(id) was cancelled because \(reason).")
      state.received[id] = nil
      continueImport(id)
    }
  }

  /// Cancels an import if no part has arrived for a while.
  mutating func importIdle(_ id: ImportStandups.ID, _ parts: Int) {
    guard state.received[id] != nil else { return }
    let now = state.saved.imports[id]?.progress.parts ?? 0
    guard now == parts else { return effects.append(wait(for: id, parts: now)) }
    log(.warning, "Import \(id) was cancelled because no part arrived for ten minutes.")
    state.received[id] = nil
    continueImport(id)
  }

  private func wait(for id: ImportStandups.ID, parts: Int) -> StandupsEffect {
    .wait(ms: Self.idleMs, then: .importIdle(id, parts: parts))
  }
}
