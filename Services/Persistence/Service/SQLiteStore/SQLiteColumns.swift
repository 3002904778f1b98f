import Bus
import Documents
import FastJSON
import Foundation
import StandupsSQLite

extension Document {
  /// Columns from which a document is read, in this order.
  static let columns = "collection, id, parent, sortKey, body, checksum, NULL, team, teamChecksum"

  /// Columns for a query; the body is not read if the digest suffices.
  static func columns(_ query: DocumentQuery) -> String {
    switch query.form {
    case nil: columns
    case .digest:
      "collection, id, parent, sortKey, 'null', checksum, NULL, team, teamChecksum"
    case .whole:
      "collection, id, parent, sortKey, body, checksum, searchText, team, teamChecksum"
    }
  }

  /// Reads the document of a row; see `forReaders`.
  init(_ row: borrowing SQLiteRow, for query: DocumentQuery? = nil, _ damaged: DamagedItems) {
    let stored = Document(
      collection: row.text(0), id: row.text(1), parent: row.optionalText(2),
      team: row.optionalText(7), sortKey: row.integer(3), body: row.json(4),
      searchText: row.optionalText(6))
    let checksums = StoredChecksums(content: row.integer(5), team: row.integer(8))
    self = stored.forReaders(checksums: checksums, for: query, damaged)
  }
}

/// Events as rows of the journal.
extension JournalEvent {
  /// Columns to which an event is written, in this order.
  static let columns = """
    sequence, id, type, subject, time, source, traceparent, standup, meeting, data,
    prevType, prevStandup, prevMeeting, correlation, causation, checksum, actor, team,
    prevTeam
    """

  /// Columns from which an event is read, in this order.
  static let readColumns = columns + ", erased"

  /// Reads the labels of a row's event, but not its data.
  static func labels(in row: borrowing SQLiteRow) -> EventLabels {
    EventLabels(
      type: row.text(2), subject: row.text(3), standup: row.optionalText(7),
      meeting: row.optionalText(8), team: row.optionalText(17))
  }

  /// Reads the actor of a row's event.
  static func actor(in row: borrowing SQLiteRow) -> String? { row.optionalText(16) }

  /// Reads the event of a row; see `substituteData`.
  init(_ row: borrowing SQLiteRow, epoch: String, _ damaged: DamagedItems) {
    let time = Timestamp.parse(row.text(4))
    self.init(
      event: NewEvent(
        id: row.text(1), source: row.text(5), labels: Self.labels(in: row),
        time: time ?? Date(timeIntervalSince1970: 0), traceparent: row.optionalText(6),
        data: row.json(9)),
      sequence: row.integer(0), epoch: epoch, correlation: row.optionalText(13),
      causation: row.optionalText(14), by: Self.actor(in: row),
      previousOfType: row.optionalInteger(10),
      previousOfStandup: row.optionalInteger(11), previousOfMeeting: row.optionalInteger(12),
      previousOfTeam: row.optionalInteger(18))
    substituteData(
      checksum: row.integer(15), time: row.text(4), isErased: row.optionalInteger(19) != nil,
      damaged)
  }
}

/// Columns with types of the store.
extension SQLiteRow {
  /// JSON of a column, byte for byte as it was written. It is not validated again, because only
  /// validated `RawJSON` values are written.
  func json(_ column: Int32) -> RawJSON { RawJSON(unchecked: bytes(column)) }
}
