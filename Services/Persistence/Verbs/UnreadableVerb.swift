import Bus
import Foundation
import StandupsAPI

/// The `standups unreadable` command.
enum UnreadableVerb {
  static let verb = Verb(
    "unreadable", summary: "List, export and discard documents that cannot be read.",
    details: """
      A standup or a meeting cannot be read if it is corrupt or if a newer version wrote it. It is left as it \
      is, and everything else keeps working. Export and then discard it, or restore a backup.
      """,
    examples: [
      .init("standups unreadable list", "Unreadable documents found so far."),
      .init(
        "standups unreadable export meetings/3f2c… -o lost.jsonl",
        "Exports a document as stored on disk."),
    ],
    verbs: [list, export, discard])

  static let name = Argument<String>.required(
    "NAME", help: "Name of the document, as shown by “standups unreadable list”.")

  static let list = Verb(
    "list", summary: "List documents that cannot be read.",
    details: "Lists only documents that the services have tried to read since they started.",
    examples: [.init("standups unreadable list --json", "As JSON.")],
    json: "{“documents”: [name]}"
  ) { _, context in
    let status = try await context.send(GetListStatus())
    let names = Names(documents: status.unreadable ?? [])
    try context.show(names) {
      names.documents.isEmpty
        ? ["No unreadable documents were found."] : names.documents.map(DisplayText.safe)
    }
  }

  struct Names: Codable {
    var documents: [String]
  }

  static let export = Verb(
    "export", summary: "Write a document as stored on disk, with everything that belongs to it.",
    details:
      "Writes one line of JSON per document. A standup comes with its past meetings, a live meeting"
      + " with its transcript.",
    arguments: [name, ExportVerb.output, ExportVerb.force],
    examples: [
      .init(
        "standups unreadable export standups/3f2c… -o lost.jsonl",
        "Saves it before you discard it.")
    ],
    json:
      "With --output: {“path”, “bytes”}. Without: lines of {“collection”, “id”, “parent”, “sortKey”,"
      + " “isDamaged”, “text” or “base64”}"
  ) { values, context in
    let document = try values[name]
    try await context.connected { connection in
      try await context.write(values, shown: DisplayText.safeJSON) {
        try await read(document, connection, $0)
      }
    }
  }

  static let discard = Verb(
    "discard", summary: "Delete an unreadable document and everything that belongs to it.",
    details:
      "Deleting a standup deletes its past meetings as well; deleting a part of a live meeting deletes"
      + " the whole meeting. Asks for confirmation.",
    arguments: [name, Confirmation.yes],
    examples: [.init("standups unreadable discard meetings/3f2c… --yes", "Without confirmation.")],
    json: "{“discarded”: true or false, “document”}"
  ) { values, context in
    let document = try values[name]
    let agreed = try Confirmation.ask(
      "Discard \(DisplayText.safe(document)) permanently?", isGiven: values[Confirmation.yes],
      context
    )
    if agreed { _ = try await context.send(DiscardUnreadable(document: document)) }
    try context.show(Discarded(discarded: agreed, document: document)) {
      [agreed ? "The document was discarded." : "Nothing was discarded."]
    }
  }

  struct Discarded: Codable {
    var discarded: Bool
    var document: String
  }

  /// The stored form of a document.
  struct Raw: Codable {
    var collection: String
    var id: String
    var parent: String?
    var sortKey: Int64?
    var isDamaged: Bool
    /// The content, if it is valid UTF-8.
    var text: String?
    var base64: Data?
  }

  private static func read(
    _ document: String, _ connection: Connection, _ write: (String) throws -> Void
  ) async throws {
    var read = ReadUnreadable(document: document)
    var data = Data()
    repeat {
      let reply = try await connection.send(read)
      read.after = reply.next
      guard let piece = reply.piece else { continue }
      data += piece.data
      guard piece.offset + piece.data.count >= piece.bytes || piece.data.isEmpty else { continue }
      let text = String(validating: data, as: UTF8.self)
      let raw = Raw(
        collection: piece.collection, id: piece.id, parent: piece.parent, sortKey: piece.sortKey,
        isDamaged: piece.isDamaged, text: text, base64: text == nil ? data : nil)
      try write(String(decoding: try BusJSON.encode(raw), as: UTF8.self) + "\n")
      data = Data()
    } while read.after != nil
  }
}
