/// Reads the events of meetings in the topic family of their standup.
struct EventReader: Sendable {
  struct Event: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case tick(Int32)
      case speakerChanged(Int, elapsedMs: Int64)
      case finished
    }
    /// Number of the standup.
    var standup: Int
    var kind: Kind
    /// Time of sending, in nanoseconds of CLOCK_BOOTTIME, truncated to milliseconds.
    var sent: Int64
  }

  let ids: NumberedID
  let wallOffset: Int64

  /// Reads an event.
  ///
  /// - Parameter bytes: topic, a space, and the event.
  /// - Returns: nil for anything else.
  func read(_ bytes: UnsafeRawBufferPointer) -> Event? {
    let idEnd = 2 + NumberedID.length
    guard bytes.count > idEnd, bytes[0] == UInt8(ascii: "s"),
      let standup = ids.number(bytes[2..<idEnd]),
      let space = bytes.firstIndex(of: UInt8(ascii: " ")), space > idEnd + 2,
      let wallMs = TickReader.time(bytes)
    else { return nil }
    let type = String(decoding: bytes[(idEnd + 1)..<(space - 1)], as: UTF8.self)
    let sent = wallMs * 1_000_000 - wallOffset
    let elapsed = ByteScan.integer(after: #""elapsedMs":"#, in: bytes)
    switch type {
    case "meeting.tick":
      guard let elapsed, elapsed % 1000 == 0 else { return nil }
      return Event(standup: standup, kind: .tick(Int32(clamping: elapsed / 1000)), sent: sent)
    case "meeting.speakerChanged":
      guard let elapsed, let speaker = ByteScan.integer(after: #""speaker":"#, in: bytes) else {
        return nil
      }
      return Event(
        standup: standup, kind: .speakerChanged(Int(speaker), elapsedMs: elapsed), sent: sent)
    case "meeting.finished": return Event(standup: standup, kind: .finished, sent: sent)
    default: return nil
    }
  }
}
