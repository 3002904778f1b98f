public import FastJSON

extension ClockReading: FastCodable {
  /// Writes `boot`, `uptimeUs` and `wallMs`, in this order.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""boot":"#, boot)
    writer.member(#""uptimeUs":"#, uptimeUs)
    writer.member(#""wallMs":"#, wallMs)
    writer.close()
  }

  /// Reads an object with all three members; others are skipped.
  ///
  /// - Returns: nil if a member is missing or the input is unusual; `JSONDecoder` then decodes it.
  public static func read(from reader: inout JSONReader) -> ClockReading? {
    var boot: String?
    var (uptimeUs, wallMs): (Int64?, Int64?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "boot": reader.string(into: &boot)
      case "uptimeUs": reader.integer(into: &uptimeUs)
      case "wallMs": reader.integer(into: &wallMs)
      default: reader.skip()
      }
    }
    guard isRead != nil, let boot, let uptimeUs, let wallMs else { return nil }
    return ClockReading(wallMs: wallMs, boot: boot, uptimeUs: uptimeUs)
  }
}

extension CountdownClock: FastCodable {
  /// Writes `at`, `elapsedMs` and `isRunning`, in this order.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""at":"#, at)
    writer.member(#""elapsedMs":"#, elapsedMs)
    writer.member(#""isRunning":"#)
    writer.bool(isRunning)
    writer.close()
  }

  /// Reads an object with `at`, `elapsedMs` and `isRunning`; others are skipped.
  ///
  /// - Returns: nil if a member is missing or the input is unusual; `JSONDecoder` then decodes it.
  public static func read(from reader: inout JSONReader) -> CountdownClock? {
    var at: ClockReading?
    var elapsedMs: Int64?
    var isRunning: Bool?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "at": reader.value(into: &at)
      case "elapsedMs": reader.integer(into: &elapsedMs)
      case "isRunning": reader.bool(into: &isRunning)
      default: reader.skip()
      }
    }
    guard isRead != nil, let at, let elapsedMs, let isRunning else { return nil }
    return CountdownClock(elapsedMs: elapsedMs, at: at, isRunning: isRunning)
  }
}
