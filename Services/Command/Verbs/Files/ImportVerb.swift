import Foundation
import Standups
import StandupsAPI

extension ImportStandups.Existing: ArgumentValue {
  static var placeholder: String { "HOW" }
}

/// `standups import`
enum ImportVerb {
  static let file = Argument<String>.required(
    "FILE", completion: .file, help: "A standups.json of either app; - is standard input.")
  static let existing = Argument<ImportStandups.Existing?>.option(
    "--existing",
    help: "What becomes of a standup that is there already: refuse (unless told) takes"
      + " nothing at all, keep leaves it alone, replace takes the file’s.")

  static let verb = Verb(
    "import", summary: "Read a standups.json of the Standups or SyncUps app.",
    details:
      "Nothing is taken if any part of the file is wrong. A file of more than half a megabyte is"
      + " checked as a whole and then sent in pieces.",
    arguments: [file, existing],
    examples: [
      .init("standups import standups.json", "Takes all of it, or nothing."),
      .init("standups import standups.json --existing keep", "Takes only what is new."),
    ],
    json: "{“created”: [id], “replaced”: [id], “kept”: [id]}"
  ) { values, context in
    let name = try values[file]
    let data = try context.read(name)
    let existing = try values[existing]
    let reply = try await context.connected { connection in
      var total = ImportStandups.Reply(created: [], replaced: [], kept: [])
      for piece in try pieces(of: data, named: name) {
        let reply = try await connection.send(ImportStandups(json: piece, existing: existing))
        total.created += reply.created
        total.replaced += reply.replaced
        total.kept += reply.kept
      }
      return total
    }
    try context.show(reply) {
      [
        "\(reply.created.count) created, \(reply.replaced.count) replaced,"
          + " \(reply.kept.count) left as they were."
      ]
    }
  }

  /// A message has at most 1 MiB, and JSON within JSON grows by its quotes.
  static let largestPiece = 500_000

  /// The file's text in pieces that fit into messages.
  static func pieces(of data: Data, named name: String) throws -> [String] {
    let all: [StandupWithMeetings]
    do {
      all = try StandupsJSON.decode(data)
    } catch {
      throw Failure(.data, code: "invalid", "\(name) cannot be imported: \(error)")
    }
    if data.count <= largestPiece { return [String(decoding: data, as: UTF8.self)] }
    var pieces: [String] = []
    var group: [StandupWithMeetings] = []
    func text(_ standups: [StandupWithMeetings]) throws -> String {
      String(decoding: try StandupsJSON.encode(standups), as: UTF8.self)
    }
    var size = 0
    for standup in all {
      let bytes = try text([standup]).utf8.count
      guard bytes <= 2 * largestPiece - 100_000 else {
        throw Failure(
          .data, code: "too_large",
          "“\(DisplayText.safe(standup.standup.title))” has more past meetings than one message can"
            + " carry: split it into standups with other ids.")
      }
      if size + bytes > largestPiece, !group.isEmpty {
        pieces.append(try text(group))
        (group, size) = ([], 0)
      }
      group.append(standup)
      size += bytes
    }
    if !group.isEmpty { pieces.append(try text(group)) }
    return pieces
  }
}
