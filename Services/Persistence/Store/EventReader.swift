/// Reads events of the journal.
struct EventReader {
  /// The columns that `event(from:)` expects, in its order.
  static let columns = """
    sequence, id, type, subject, time, source, traceparent, standup, meeting, data,
    prevType, prevStandup, prevMeeting, correlation, causation
    """

  static func event(from row: borrowing SQLiteRow) -> StoredEvent {
    let event = NewEvent(
      id: row.text(1), type: row.text(2), subject: row.text(3), time: row.text(4),
      source: row.text(5), traceparent: row.optionalText(6),
      correlation: row.optionalText(13), causation: row.optionalText(14),
      standup: row.optionalText(7),
      meeting: row.optionalText(8), data: row.text(9))
    return StoredEvent(
      sequence: row.integer(0), event: event, prevType: row.optionalInteger(10),
      prevStandup: row.optionalInteger(11), prevMeeting: row.optionalInteger(12))
  }
}
