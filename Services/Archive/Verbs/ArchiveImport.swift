import ArchiveAPI
import Bus
import Documents
import Foundation
import Standups
import StandupsAPI

/// Imports the documents of an archive that do not exist yet.
///
/// Documents of a standup are written before the standup itself, so that no reader sees a partial
/// one. An interrupted import can be repeated, because existing documents are left unchanged.
struct ArchiveImport {
  let connection: Connection
  let progress: Progress
  let file: ArchiveFile
  let existing: ImportStandups.Existing
  let isDryRun: Bool

  private static let standups = "standups"

  func run() async throws -> ArchiveReport {
    defer { progress.clear() }
    var left = try await differingStandups()
    var report = ArchiveReport(isDryRun: isDryRun)
    var replaced: [ArchiveReport.Unit] = []
    if isDryRun || existing != .keep {
      let found = try await compare()
      if isDryRun { return found }
      guard existing == .replace || found.differ == 0 else { throw Self.conflict(found) }
      if existing == .replace {
        replaced = found.differingUnits.sorted()
        left = try await remove(replaced, &report)
      }
    }
    do {
      try await write(except: left, &report)
    } catch {
      // Publish the documents written so far. An error here is ignored in favour of the original
      // one.
      try? await finish()
      throw Self.interrupted(error)
    }
    try await finish()
    report.replaced = replaced.count { !left.contains($0.id) }
    return report
  }

  private static func conflict(_ report: ArchiveReport) -> Failure {
    let names = report.differing.prefix(3).map { DisplayText.safe($0) }.joined(separator: ", ")
    let exist =
      report.differ == 1
      ? "1 document already exists" : "\(report.differ) documents already exist"
    return Failure(
      .data, code: "conflict",
      "\(exist) with different content: \(names)\(report.differ > 3 ? ", …" : "")."
        + " Nothing was imported. Use --existing keep to leave them unchanged, or --existing"
        + " replace to import the archive’s versions.")
  }

  private static func interrupted(_ error: any Error) -> any Error {
    guard var error = error as? BusError else { return error }
    error.message += " Documents written so far are kept. Run the same command again to continue."
    return error
  }

  /// Makes services that keep a copy of the data in memory reload it.
  private func finish() async throws {
    _ = try await connection.send(FinishRestore())
    let contents = try await connection.send(GetArchiveContents())
    for other in try await connection.others(contents.elsewhere) {
      _ = try await other.send(FinishRestore())
    }
  }

  // MARK: Passes over the file

  /// Sends the documents of the archive, or a selection of them, and passes each outcome to `take`.
  private func send(
    isDryRun: Bool, _ verb: String, where isWanted: (Document) -> Bool = { _ in true },
    _ take: (Document, RestoreDocuments.Outcome) -> Void
  ) async throws {
    var done = 0
    try await file.batches(of: RestoreDocuments.maxDocuments, where: isWanted) { batch in
      let reply = try await connection.send(
        RestoreDocuments(
          slot: batch.slot, documents: batch.documents, isDryRun: isDryRun ? true : nil))
      guard reply.outcomes.count == batch.documents.count else {
        throw BusError(.internal, "“\(RestoreDocuments.target)” answered for the wrong documents.")
      }
      for (document, outcome) in zip(batch.documents, reply.outcomes) { take(document, outcome) }
      done += batch.documents.count
      progress.show(verb, done, of: file.end.documents)
    }
  }

  /// Ids of existing standups that differ from the archive. They are left unchanged, together with
  /// all of their documents.
  private func differingStandups() async throws -> Set<String> {
    var differing: Set<String> = []
    try await send(isDryRun: true, "checked", where: { $0.collection == Self.standups }) {
      if $1.result != .created, $1.result != .same { differing.insert($0.id) }
    }
    return differing
  }

  private func compare() async throws -> ArchiveReport {
    var report = ArchiveReport(isDryRun: isDryRun)
    try await send(isDryRun: true, "compared") { report.take($0, $1) }
    return report
  }

  private func write(except left: Set<String>, _ report: inout ArchiveReport) async throws {
    var kept = report
    func isLeft(_ document: Document) -> Bool {
      !left.isEmpty && left.contains(document.parent ?? document.id)
    }
    try await send(
      isDryRun: false, "written",
      where: { document in
        guard isLeft(document) else { return true }
        kept.leave(document)
        return false
      }
    ) { kept.take($0, $1) }
    report = kept
  }

  // MARK: Replacing

  /// Deletes the units to be replaced, with the same commands as a user would.
  ///
  /// - Returns: the ids of the standups that could not be removed.
  private func remove(
    _ units: [ArchiveReport.Unit], _ report: inout ArchiveReport
  ) async throws -> Set<String> {
    var left: Set<String> = []
    for unit in units {
      do {
        try await remove(unit)
      } catch let error as BusError where error.code == .notFound {
        // Another client has already removed it.
      } catch let error as BusError where error.code == .conflict {
        left.insert(unit.id)
        report.refuse("\(unit.collection)/\(unit.id)", error.message)
      }
    }
    return left
  }

  private func remove(_ unit: ArchiveReport.Unit) async throws {
    if let delete = Features.archived.first(where: { $0.name == unit.collection })?.delete {
      return try await delete(unit.id, connection)
    }
    guard let id = Standup.ID(unit.id) else { return }
    _ = try await connection.send(DeleteStandup(id: id))
  }
}
