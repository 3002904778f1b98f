import Bus
import Foundation
import Standups
import StandupsAPI

extension ImportStandups.Existing: ArgumentValue {
  static var placeholder: String { "HOW" }
}

/// `standups import`
enum ImportVerb {
  static let file = Argument<String>.required(
    "FILE", completion: .file,
    help: "A standups.json of either app, or an export; - is standard input.")
  static let existing = Argument<ImportStandups.Existing?>.option(
    "--existing",
    help: "What becomes of a standup that is there already: refuse (unless told) takes"
      + " nothing at all, keep leaves it alone, replace takes what the file says of it.")

  static let verb = Verb(
    "import", summary: "Read a standups.json of the Standups or SyncUps app.",
    details:
      "Nothing is taken if any part of the file is wrong. A file of any size is sent in parts, and"
      + " taken once all of them are there.",
    arguments: [file, existing],
    examples: [
      .init("standups import standups.json", "Takes all of it, or nothing."),
      .init("standups import standups.json --existing keep", "Takes only what is new."),
    ],
    json: "{“created”, “replaced”, “kept”}, each a number of standups"
  ) { values, context in
    let name = try values[file]
    let existing = try values[existing]
    var parts = try NamedFile(try context.open(name), named: name)
    let first = try parts.next()
    let second = try parts.next()
    let taken = try await context.connected { connection in
      guard let first, let second else {
        return Taken(
          try await connection.send(ImportStandups(json: first?.json ?? "[]", existing: existing)))
      }
      let importing = Importing(
        connection: connection, progress: Progress(context.console), size: parts.file.size,
        id: ImportStandups.ID(context.uuid()), existing: existing)
      return try await importing.run([first, second], &parts)
    }
    try context.show(taken) {
      [
        "\(taken.created) created, \(taken.replaced) replaced, \(taken.kept) left as they were."
      ]
    }
  }

  /// What became of the standups of a file.
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

  /// Sends a file that does not fit a message.
  private struct Importing {
    var connection: Connection
    var progress: Progress
    var size: Int64
    var id: ImportStandups.ID
    var existing: ImportStandups.Existing?

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
          "The file is taken, and all of it comes to its place once the services are there: "
          + error.message
        throw error
      }
    }

    /// Waits until all parts are in their places.
    private func applied(_ taken: ImportProgress) async throws -> ImportProgress {
      var state = taken
      while state.phase == .applying {
        progress.show("taken", state.applied, of: state.parts)
        try await Task.sleep(for: .milliseconds(100))
        state = try await connection.send(GetImport(id: id))
      }
      return state
    }

    private func send(_ part: StandupsFile.Part, _ count: inout Int) async throws {
      count += 1
      do {
        _ = try await connection.send(
          ImportPart(id: id, part: count, json: part.json, existing: existing))
      } catch var error as BusError {
        error.message += " Nothing of the file was taken."
        throw error
      }
      progress.show("sent", Int(part.end >> 10), of: Int(size >> 10))
    }
  }
}
