import Bus
import Documents
import Foundation

extension JournalEvent {
  /// Gives one that was erased the data of those, and one that is damaged other data, which nothing can be read
  /// from: those after it go on.
  ///
  /// - Parameters:
  ///   - checksum: of what was written; it stays when the event is erased.
  ///   - time: the event's time as it is stored.
  mutating func settle(checksum: Int64, time: String, isErased: Bool, _ damaged: DamagedItems) {
    guard !isErased else {
      event.data = .erased
      return
    }
    guard Timestamp.parse(time) == nil || self.checksum(time: time) != checksum else { return }
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
