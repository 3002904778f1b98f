import Bus
import Foundation
import Standups
import StandupsAPI

extension ImportStandups.Existing: ArgumentValue {
  static var placeholder: String { "HOW" }
}

/// The `standups import` command.
enum ImportVerb {
  static let file = Argument<String>.required(
    "FILE", completion: .file,
    help: "A standups.json of either app, an export, or an archive; “-” reads standard input.")
  static let existing = Argument<ImportStandups.Existing?>.option(
    "--existing",
    help:
      "Action if a standup already exists: “refuse” imports nothing, “keep” leaves the existing"
      + " standup unchanged, “replace” imports the one in the file. Identical documents in an archive are ignored."
      + " Default: refuse.")
  static let isDryRun = Argument<Bool>.flag(
    "--dry-run", help: "For an archive: show the changes, but import nothing.")

  static let verb = Verb(
    "import", summary: "Import a standups.json of the Standups or SyncUps app, or an archive.",
    details: """
      If any part of the file is invalid, nothing is imported. The file can have any size: it is sent in parts, and \
      imported once all of them have arrived.

      An archive is checked completely before anything is written. Missing documents are written with their ids and \
      dates; identical ones are skipped, so you can repeat an interrupted command. With --existing replace, documents \
      that differ are deleted first, as with “standups delete”. Imported webhooks are paused until “standups webhook \
      resume”.
      """,
    arguments: [file, existing, FormArguments.team, isDryRun],
    examples: [
      .init("standups import standups.json", "Imports all of it, or nothing."),
      .init("standups import standups.json --existing keep", "Imports only new standups."),
      .init(
        "standups import standups-archive.gz --dry-run",
        "Shows the changes that an archive would make."),
      .init(
        "standups import standups-archive.gz --existing keep", "Imports only missing documents."),
    ],
    json:
      "{“created”, “replaced”, “kept”}: numbers of standups. For an archive {“isDryRun”, “created”, “same”, “differ”,"
      + " “refused”, “replaced”, “createdBy”, “differing”, “refusals”}: numbers of documents."
  ) { values, context in
    let name = try values[file]
    let existing = try values[existing]
    let handle = try context.open(name)
    switch try ArchiveReader.kind(of: handle, named: name) {
    case .archive: return try await archive(handle, values, context)
    case .database:
      throw Failure(
        .data, code: "database",
        "\(name) is a database backup. Stop the services and restore it with “standups restore”."
      )
    case .other: break
    }
    guard try !values[isDryRun] else { throw Failure.usage("--dry-run needs an archive.") }
    var parts = try NamedFile(handle, named: name)
    let first = try parts.next()
    let second = try parts.next()
    let taken = try await context.connected { connection in
      let team = try await FormArguments.team(values, connection)
      guard let first, let second else {
        return Taken(
          try await connection.send(
            ImportStandups(json: first?.json ?? "[]", existing: existing, team: team)))
      }
      let importing = Importing(
        connection: connection, progress: Progress(context.console), size: parts.file.size,
        id: ImportStandups.ID(context.uuid()), existing: existing, team: team)
      return try await importing.run([first, second], &parts)
    }
    try context.show(taken) {
      [
        "\(taken.created) created, \(taken.replaced) replaced, \(taken.kept) unchanged."
      ]
    }
  }

  /// The result of importing a file.
  struct Taken: Codable {
    var created: Int
    var replaced: Int
    var kept: Int

    init(_ reply: ImportStandups.Reply) {
      (created, replaced, kept) = (reply.created.count, reply.replaced.count, reply.kept.count)
    }

    init(_ progress: ImportProgress) {
      (created, replaced, kept) = (progress.created, progress.replaced, progress.kept)
    }
  }

  /// Uploads a file that exceeds the maximum message size.
  private struct Importing {
    var connection: Connection
    var progress: Progress
    var size: Int64
    var id: ImportStandups.ID
    var existing: ImportStandups.Existing?
    var team: String?

    func run(_ read: [StandupsFile.Part], _ file: inout NamedFile) async throws -> Taken {
      defer { progress.clear() }
      var count = 0
      for part in read { try await send(part, &count) }
      while let part = try file.next() { try await send(part, &count) }
      let state = try await connection.send(TakeImport(id: id, parts: count))
      do {
        return Taken(try await applied(state))
      } catch var error as BusError {
        error.message =
          "The file was accepted and will be imported once the services are available: "
          + error.message
        throw error
      }
    }

    /// Waits until all parts have been applied.
    private func applied(_ taken: ImportProgress) async throws -> ImportProgress {
      var state = taken
      while state.phase == .applying {
        progress.show("imported", state.applied, of: state.parts)
        try await Task.sleep(for: .milliseconds(100))
        state = try await connection.send(GetImport(id: id))
      }
      if let problem = state.problem {
        throw Failure(
          .data, code: "conflict",
          "The file was imported only in part, \(state.applied) of \(taken.parts) parts:"
            + " \(DisplayText.safe(problem))")
      }
      return state
    }

    private func send(_ part: StandupsFile.Part, _ count: inout Int) async throws {
      count += 1
      do {
        _ = try await connection.send(
          ImportPart(id: id, part: count, json: part.json, existing: existing, team: team))
      } catch var error as BusError {
        error.message += " Nothing was imported."
        throw error
      }
      progress.show("sent", Int(part.end >> 10), of: Int(size >> 10))
    }
  }
}
