import Bus
import Documents
import Foundation

extension JournalEvent {
  /// Replaces the data of an event that was erased or is damaged. A damaged one gets a substitute
  /// that no reader accepts, so that later events remain readable.
  ///
  /// - Parameters:
  ///   - checksum: checksum of the event as written; erasing does not change it.
  ///   - time: the stored form of the event's time.
  mutating func settle(checksum: Int64, time: String, isErased: Bool, _ damaged: DamagedItems) {
    guard !isErased else {
      event.data = .erased
      return
    }
    guard Timestamp.parse(time) == nil || self.checksum(time: time) != checksum else { return }
    damaged.note(DamagedItems.Item(collection: "events", id: "\(sequence)"))
    event.data = DamagedItems.substitute
  }

  /// Checksum of the event.
  ///
  /// - Parameter time: the stored form of the event's time.
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
