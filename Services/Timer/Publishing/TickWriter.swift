import Bus
import Foundation
import Messages

/// Writes tick events straight into memory that is used again and again.
///
/// A class confined to its service: the memory is its own.
final class TickWriter {
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 2048, alignment: 8)
  private var count = 0
  /// RFC 3339 with milliseconds, for all ticks of one moment.
  private var time: [UInt8] = []
  private var timeMs = Int64.min

  deinit { memory.deallocate() }

  /// Says at which moment the next ticks happen, in milliseconds since 1970.
  func setTime(_ wallMs: Int64) {
    guard wallMs != timeMs else { return }
    timeMs = wallMs
    time = Array(Timestamp.format(Date(timeIntervalSince1970: Double(wallMs) / 1000)).utf8)
  }

  /// Lends the event of a tick; the bytes are valid only during the call.
  func write<Result>(
    _ tick: TickData, _ template: TickTemplate, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    reserve(template.bytes.count + time.count + Self.mostOfTheRest)
    count = 0
    template.bytes.withUnsafeBytes { pieces in
      put(#"{"data":{"durationMs":"#)
      put(tick.durationMs)
      put(#","elapsedMs":"#)
      put(tick.elapsedMs)
      put(#","speaker":"#)
      put(Int64(tick.speaker))
      put(#","speakers":"#)
      put(Int64(tick.speakers))
      put(#","turnEndsMs":"#)
      put(tick.turnEndsMs)
      put(pieces, template.ends[1]..<template.ends[2])
      put(tick.elapsedMs)
      put(pieces, 0..<template.ends[0])
      time.withUnsafeBytes { put($0, 0..<$0.count) }
      put(pieces, template.ends[0]..<template.ends[1])
    }
    return body(UnsafeRawBufferPointer(start: memory.baseAddress, count: count))
  }

  /// More than the words above and six numbers take.
  private static let mostOfTheRest = 256

  private func reserve(_ capacity: Int) {
    guard memory.count < capacity else { return }
    memory.deallocate()
    memory = .allocate(byteCount: 2 * capacity, alignment: 8)
  }

  private func put(_ text: StaticString) {
    memory.baseAddress?.advanced(by: count)
      .copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  private func put(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    guard let source = bytes.baseAddress else { return }
    memory.baseAddress?.advanced(by: count)
      .copyMemory(from: source + range.lowerBound, byteCount: range.count)
    count += range.count
  }

  private func put(_ number: Int64) {
    var rest = number.magnitude
    var digits = 1
    var bound: UInt64 = 10
    while rest >= bound, digits < 19 {
      digits += 1
      bound *= 10
    }
    if digits == 19, rest >= 10_000_000_000_000_000_000 { digits = 20 }
    if number < 0 {
      memory[count] = UInt8(ascii: "-")
      count += 1
    }
    var place = count + digits
    count = place
    repeat {
      place -= 1
      memory[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
  }
}
