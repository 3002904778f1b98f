import Bus
import Foundation
import StandupsAPI

/// `standups unreadable`
enum UnreadableVerb {
  static let verb = Verb(
    "unreadable", summary: "List, export and discard what is saved and cannot be read.",
    details: """
      A standup or a meeting that cannot be read, as the disk changed it or a newer version wrote it, is \
      left as it is, and everything else goes on. Export it, then discard it, or put a backup in place.
      """,
    examples: [
      .init("standups unreadable list", "What is known of so far."),
      .init("standups unreadable export meetings/3f2c… -o lost.jsonl", "As it is on the disk."),
    ],
    verbs: [list, export, discard])

  static let name = Argument<String>.required(
    "NAME", help: "As “standups unreadable list” shows it.")

  static let list = Verb(
    "list", summary: "List what is saved and cannot be read.",
    details: "What nobody has asked for since the services began is not known yet.",
    examples: [.init("standups unreadable list --json", "For programs.")],
    json: "{“documents”: [name]}"
  ) { _, context in
    let status = try await context.send(GetListStatus())
    let names = Names(documents: status.unreadable ?? [])
    try context.show(names) {
      names.documents.isEmpty
        ? ["All that was asked for can be read."] : names.documents.map(DisplayText.safe)
    }
  }

  struct Names: Codable {
    var documents: [String]
  }

  static let export = Verb(
    "export", summary: "Write a document as it is on the disk, with all that belongs to it.",
    details:
      "One line of JSON for each document: of a standup also its past meetings, of a live meeting"
      + " also what was said.",
    arguments: [name, ExportVerb.output, ExportVerb.force],
    examples: [
      .init(
        "standups unreadable export standups/3f2c… -o lost.jsonl",
        "Keeps it before it is discarded.")
    ],
    json:
      "With --output: {“path”, “bytes”}. Without it lines of {“collection”, “id”, “parent”, “sortKey”,"
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
    "discard", summary: "Remove what cannot be read, and what belongs to it.",
    details:
      "A standup goes with its past meetings, a part of a live meeting with the whole of it. It asks"
      + " first.",
    arguments: [name, DeleteVerb.yes],
    examples: [.init("standups unreadable discard meetings/3f2c… --yes", "Without being asked.")],
    json: "{“discarded”: true or false, “document”}"
  ) { values, context in
    let document = try values[name]
    let agreed = try Confirmation.ask(
      "discard \(DisplayText.safe(document)) for good?", isGiven: values[DeleteVerb.yes], context)
    if agreed { _ = try await context.send(DiscardUnreadable(document: document)) }
    try context.show(Discarded(discarded: agreed, document: document)) {
      [agreed ? "Discarded it." : "Nothing was discarded."]
    }
  }

  struct Discarded: Codable {
    var discarded: Bool
    var document: String
  }

  /// A document as it is on the disk.
  struct Raw: Codable {
    var collection: String
    var id: String
    var parent: String?
    var sortKey: Int64?
    var isDamaged: Bool
    /// What it says, where that is text.
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
