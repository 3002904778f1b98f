/// A table to be moved, with the columns that both kinds of databases have.
struct MoveTable: Sendable {
  enum Kind: Sendable {
    case text, integer, json
  }

  var name: String
  var columns: [(name: String, kind: Kind)]
  /// Number of leading columns that form the key. Rows are moved in the order of the key.
  var keys: Int

  var columnNames: String { columns.map(\.name).joined(separator: ", ") }
  var keyNames: String { columns.prefix(keys).map(\.name).joined(separator: ", ") }

  static let documents = MoveTable(
    name: "documents",
    columns: [
      ("collection", .text), ("id", .text), ("parent", .text), ("sortKey", .integer),
      ("body", .json), ("checksum", .integer), ("searchText", .text), ("team", .text),
      ("teamChecksum", .integer),
    ], keys: 2)

  static let all = [
    documents,
    MoveTable(
      name: "events",
      columns: [
        ("sequence", .integer), ("id", .text), ("type", .text), ("subject", .text), ("time", .text),
        ("source", .text), ("traceparent", .text), ("standup", .text), ("meeting", .text),
        ("data", .json), ("prevType", .integer), ("prevStandup", .integer),
        ("prevMeeting", .integer), ("correlation", .text), ("causation", .text),
        ("checksum", .integer), ("stored", .integer), ("erased", .integer),
        ("actor", .text), ("team", .text), ("prevTeam", .integer),
      ], keys: 1),
    MoveTable(name: "heads", columns: [("view", .text), ("last", .integer)], keys: 1),
    MoveTable(
      name: "replies",
      columns: [
        ("key", .text), ("reply", .json), ("firstSequence", .integer), ("lastSequence", .integer),
        ("created", .integer), ("request", .text),
      ], keys: 1),
  ]
}

/// A value of a moved row.
enum MoveValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case text(String)
  case json([UInt8])

  /// Adds the value to a checksum, together with its kind, so that equal bytes of different kinds
  /// give different checksums.
  func add(to sum: inout Checksum) {
    switch self {
    case .null: sum.add(Int64(0))
    case .integer(let integer):
      sum.add(Int64(1))
      sum.add(integer)
    case .text(let text):
      sum.add(Int64(2))
      sum.add(text)
    case .json(let bytes):
      sum.add(Int64(3))
      sum.add(bytes)
    }
  }
}
