import Bus
import FastJSON
import TimerAPI

/// Writes tick events directly into reused memory, with members in the order of `BusJSON`, so that
/// the result equals the output of Codable.
///
/// It is a class, because it owns the memory; it is confined to its service.
final class TickWriter {
  /// The source of all events of this service.
  static let source: StaticString = "/standups/timer"

  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 2048, alignment: 8)
  /// Time of all ticks of one moment, as RFC 3339 with milliseconds.
  private var time = TimestampText()

  deinit { memory.deallocate() }

  /// Sets the time of the next ticks, in milliseconds since 1970-01-01 UTC.
  func setTime(_ wallMs: Int64) { time.set(wallMs) }

  /// Passes the event of a tick to a closure. The bytes are valid only during the call.
  func write<Result>(
    _ tick: TickData, _ template: TickTemplate, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    reserve(template.maxBytes + Self.maxOtherBytes)
    guard let start = memory.baseAddress else { preconditionFailure("The buffer has no memory.") }
    var out = Cursor(at: start.assumingMemoryBound(to: UInt8.self))
    out.put(#"{"data":{"durationMs":"#)
    out.put(tick.durationMs)
    out.put(#","elapsedMs":"#)
    let elapsed = out.at
    out.put(tick.elapsedMs)
    let elapsedDigits = UnsafeRawBufferPointer(start: elapsed, count: out.at - elapsed)
    out.put(#","speaker":"#)
    out.put(Int64(tick.speaker))
    out.put(#","speakers":"#)
    out.put(Int64(tick.speakers))
    out.put(#","turnEndsMs":"#)
    out.put(tick.turnEndsMs)
    out.put(#"},"datacontenttype":"application/json","id":""#)
    out.put(template.id)
    out.put("/")
    out.put(elapsedDigits)
    out.put(#"","source":""#)
    out.put(Self.source)
    out.put(#"","specversion":"1.0","subject":""#)
    out.put(template.subject)
    let team = template.team
    if !team.isEmpty {
      out.put(#"","team":""#)
      out.put(team)
    }
    out.put(#"","time":""#)
    time.withBytes { out.put($0) }
    out.put(#"","type":""#)
    out.put(template.type)
    out.put(#""}"#)
    return body(
      UnsafeRawBufferPointer(
        start: start, count: out.at - start.assumingMemoryBound(to: UInt8.self)))
  }

  /// Upper bound of the bytes of the constant text above, six numbers and the time.
  private static let maxOtherBytes = 490

  private func reserve(_ capacity: Int) {
    guard memory.count < capacity else { return }
    memory.deallocate()
    memory = .allocate(byteCount: 2 * capacity, alignment: 8)
  }

  /// Position of the next byte.
  private struct Cursor {
    var at: UnsafeMutablePointer<UInt8>

    @inline(__always)
    mutating func put(_ text: StaticString) {
      at.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
      at += text.utf8CodeUnitCount
    }

    @inline(__always)
    mutating func put(_ bytes: UnsafeRawBufferPointer) {
      guard let source = bytes.baseAddress else { return }
      UnsafeMutableRawPointer(at).copyMemory(from: source, byteCount: bytes.count)
      at += bytes.count
    }

    @inline(__always)
    mutating func put(_ number: Int64) { at += JSONDigits.write(number, to: at) }
  }
}
