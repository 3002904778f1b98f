import Bus
import Documents
import FastJSON
import Foundation
import PostgreSQL

extension Document {
  /// Columns from which a document is read, in the order in which they are read.
  static let storedColumns =
    "collection, id, parent, sortkey, body, checksum, NULL::text, team, teamchecksum"

  /// Columns for a query; the body is not read if the digest suffices.
  static func storedColumns(_ query: DocumentQuery) -> String {
    switch query.form {
    case nil: storedColumns
    case .digest:
      "collection, id, parent, sortkey, 'null'::bytea, checksum, NULL::text, team, teamchecksum"
    case .whole:
      "collection, id, parent, sortkey, body, checksum, searchtext, team, teamchecksum"
    }
  }

  /// SQL expression for the size of a row in a page, in bytes; see `pageBytes`.
  static func storedBytes(_ query: DocumentQuery) -> String {
    switch query.form {
    case nil: "octet_length(body)"
    case .digest: "\(digestBytes)"
    case .whole: "(octet_length(body) + coalesce(octet_length(searchtext), 0))"
    }
  }

  /// Reads the document of a row; see `forReaders`.
  init(
    _ rows: PostgreSQLRows, _ row: Int, for query: DocumentQuery? = nil, _ damaged: DamagedItems
  ) {
    let stored = Document(
      collection: rows.text(row, 0), id: rows.text(row, 1), parent: rows.optionalText(row, 2),
      team: rows.optionalText(row, 7), sortKey: rows.integer(row, 3),
      body: RawJSON(unchecked: rows.bytes(row, 4)), searchText: rows.optionalText(row, 6))
    let checksums = StoredChecksums(content: rows.integer(row, 5), team: rows.integer(row, 8))
    self = stored.forReaders(checksums: checksums, for: query, damaged)
  }
}

extension JournalEvent {
  /// Columns from which an event is read, in this order.
  static let storedColumns = """
    sequence, id, type, subject, time, source, traceparent, standup, meeting, data, prevtype,
    prevstandup, prevmeeting, correlation, causation, checksum, erased, actor, team, prevteam
    """

  /// Reads the event of a row; see `substituteData`.
  init(_ rows: PostgreSQLRows, _ row: Int, epoch: String, _ damaged: DamagedItems) {
    let time = rows.text(row, 4)
    self.init(
      event: NewEvent(
        id: rows.text(row, 1), source: rows.text(row, 5), labels: Self.labels(rows, row),
        time: Timestamp.parse(time) ?? Date(timeIntervalSince1970: 0),
        traceparent: rows.optionalText(row, 6), data: RawJSON(unchecked: rows.bytes(row, 9))),
      sequence: rows.integer(row, 0), epoch: epoch, correlation: rows.optionalText(row, 13),
      causation: rows.optionalText(row, 14), by: Self.actor(rows, row),
      previousOfType: rows.optionalInteger(row, 10),
      previousOfStandup: rows.optionalInteger(row, 11),
      previousOfMeeting: rows.optionalInteger(row, 12),
      previousOfTeam: rows.optionalInteger(row, 19))
    substituteData(
      checksum: rows.integer(row, 15), time: time, isErased: rows.optionalInteger(row, 16) != nil,
      damaged)
  }

  /// Reads the labels of a row's event, but not its data.
  static func labels(_ rows: PostgreSQLRows, _ row: Int) -> EventLabels {
    EventLabels(
      type: rows.text(row, 2), subject: rows.text(row, 3), standup: rows.optionalText(row, 7),
      meeting: rows.optionalText(row, 8), team: rows.optionalText(row, 18))
  }

  /// Reads the actor of a row's event.
  static func actor(_ rows: PostgreSQLRows, _ row: Int) -> String? { rows.optionalText(row, 17) }
}
