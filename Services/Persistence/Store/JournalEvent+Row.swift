import Bus
import Documents
import Foundation

/// Events as rows of the journal.
extension JournalEvent {
  /// The columns that a row is written to, in this order.
  static let columns = """
    sequence, id, type, subject, time, source, traceparent, standup, meeting, data,
    prevType, prevStandup, prevMeeting, correlation, causation, checksum
    """

  /// The columns that a row is read from, in this order.
  static let readColumns = columns + ", erased"

  /// The views of a row's event, without the rest of it.
  static func labels(in row: borrowing SQLiteRow) -> EventLabels {
    EventLabels(
      type: row.text(2), subject: row.text(3), standup: row.optionalText(7),
      meeting: row.optionalText(8))
  }

  /// The event of a row. One that is damaged has other data, which nothing can be read from: those after
  /// it go on.
  init(_ row: borrowing SQLiteRow, epoch: String, _ damaged: DamagedItems) {
    let time = Timestamp.parse(row.text(4))
    self.init(
      event: NewEvent(
        id: row.text(1), source: row.text(5), labels: Self.labels(in: row),
        time: time ?? Date(timeIntervalSince1970: 0), traceparent: row.optionalText(6),
        data: row.json(9)),
      sequence: row.integer(0), epoch: epoch, correlation: row.optionalText(13),
      causation: row.optionalText(14), previousOfType: row.optionalInteger(10),
      previousOfStandup: row.optionalInteger(11), previousOfMeeting: row.optionalInteger(12))
    // The checksum is of what it said before.
    guard row.optionalInteger(16) == nil else {
      event.data = .erased
      return
    }
    guard time == nil || checksum(time: row.text(4)) != row.integer(15) else { return }
    damaged.note(DamagedItems.Item(collection: "events", id: "\(sequence)"))
    event.data = DamagedItems.substitute
  }

  /// - Parameter time: the event's time as the row has it.
  func checksum(time: String) -> Int64 {
    var sum = Checksum()
    sum.add(sequence)
    for text in [
      event.id, event.labels.type, event.labels.subject, time, event.source,
      event.traceparent, event.labels.standup, event.labels.meeting, correlation, causation,
    ] {
      sum.add(text)
    }
    for number in [previousOfType, previousOfStandup, previousOfMeeting] { sum.add(number ?? 0) }
    sum.add(event.data.bytes)
    return sum.stored
  }
}
