public import FastJSON

// Most replies under heavy load are rejections, so errors are encoded and decoded on the fast path.
extension BusError: FastCodable {
  /// Writes the body of an `ERR`. If the detail has several members, calls `refuse`, so that
  /// `JSONEncoder` writes the body.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""code":"#, code.rawValue)
    if let detail {
      writer.member(#""detail":"#)
      writer.open()
      // Foundation sorts multiple members in its own order.
      if detail.count > 1 { writer.refuse() }
      for (name, value) in detail {
        writer.string(name)
        writer.byte(UInt8(ascii: ":"))
        writer.string(value)
      }
      writer.close()
    }
    writer.member(#""message":"#, message)
    writer.member(#""retryAfterMs":"#, retryAfterMs.map(Int64.init))
    writer.member(#""retryable":"#)
    writer.bool(retryable)
    writer.close()
  }

  /// Reads the body of an `ERR`; keeps an unknown code unchanged.
  ///
  /// - Returns: nil if `code`, `message` or `retryable` is missing or of the wrong type.
  public static func read(from reader: inout JSONReader) -> BusError? {
    var (code, message): (String?, String?)
    var retryable: Bool?
    var retryAfterMs: Int?
    var detail: [String: String]?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "code": reader.string(into: &code)
      case "message": reader.string(into: &message)
      case "retryable": reader.bool(into: &retryable)
      case "retryAfterMs": reader.integer(into: &retryAfterMs)
      case "detail": reader.texts(into: &detail)
      default: reader.skip()
      }
    }
    guard isRead != nil, let code, let message, let retryable else { return nil }
    return BusError(
      Code(rawValue: code), message, retryable: retryable, retryAfterMs: retryAfterMs,
      detail: detail)
  }
}

extension JSONReader {
  /// Reads an object of strings into a variable; returns false for anything else.
  fileprivate mutating func texts(into texts: inout [String: String]?) -> Bool {
    take(&texts) { reader in
      var found: [String: String] = [:]
      let isRead: Void? = reader.object { reader, name in
        guard let name = name.text, found[name] == nil, let value = reader.string() else {
          return false
        }
        found[name] = value
        return true
      }
      return isRead.map { found }
    }
  }
}
