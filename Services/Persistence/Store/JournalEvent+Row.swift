import Bus
import Documents

/// Events as rows of the journal.
extension JournalEvent {
  /// The columns that a row is read from, in this order.
  static let columns = """
    sequence, id, type, subject, time, source, traceparent, standup, meeting, data,
    prevType, prevStandup, prevMeeting, correlation, causation
    """

  /// The views of a row's event, without the rest of it.
  static func labels(in row: borrowing SQLiteRow) -> EventLabels {
    EventLabels(
      type: row.text(2), subject: row.text(3), standup: row.optionalText(7),
      meeting: row.optionalText(8))
  }

  /// - Throws: `StoreError` with `internal` if its time cannot be read.
  init(_ row: borrowing SQLiteRow, epoch: String) throws(StoreError) {
    let sequence = row.integer(0)
    self.init(
      event: NewEvent(
        id: row.text(1), source: row.text(5), labels: Self.labels(in: row),
        time: try row.time(4, ofEvent: sequence), traceparent: row.optionalText(6),
        data: row.json(9)),
      sequence: sequence, epoch: epoch, correlation: row.optionalText(13),
      causation: row.optionalText(14), previousOfType: row.optionalInteger(10),
      previousOfStandup: row.optionalInteger(11), previousOfMeeting: row.optionalInteger(12))
  }
}
