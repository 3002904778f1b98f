import Bus
public import FastJSON

extension KeptReply: FastCodable {
  /// Writes `decision`, and `error` or `reply`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""decision":"#, decision)
    writer.member(#""error":"#, error)
    writer.member(#""reply":"#, reply)
    writer.close()
  }

  /// Reads the output of `write`; `decision` is required.
  ///
  /// - Returns: nil if the input is invalid or unusual, which `JSONDecoder` then handles.
  public static func read(from reader: inout JSONReader) -> KeptReply? {
    var decision: String?
    var error: BusError?
    var reply: RawJSON?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "decision": reader.string(into: &decision)
      case "error": reader.value(into: &error)
      case "reply": reader.optionalRaw(into: &reply)
      default: reader.skip()
      }
    }
    guard isRead != nil, let decision else { return nil }
    return KeptReply(decision: decision, reply: reply, error: error)
  }
}
