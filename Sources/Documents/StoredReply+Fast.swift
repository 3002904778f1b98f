public import FastJSON

extension StoredReply: FastCodable {
  /// Writes the members; the reply is copied byte for byte.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""key":"#, key)
    writer.member(#""reply":"#, reply)
    writer.member(#""request":"#, request)
    writer.close()
  }

  /// Reads an entry of the idempotency store.
  ///
  /// - Returns: nil if `key` or `reply` is missing, or if the input is unusual, which `JSONDecoder`
  ///   then handles.
  public static func read(from reader: inout JSONReader) -> StoredReply? {
    var key: String?
    var reply: RawJSON?
    var request: String?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "key": reader.string(into: &key)
      case "reply": reader.raw(into: &reply)
      case "request": reader.string(into: &request)
      default: reader.skip()
      }
    }
    guard isRead != nil, let key, let reply else { return nil }
    return StoredReply(key: key, reply: reply, request: request)
  }
}

extension CommitOutcome: FastCodable {
  /// Writes the outcome: `{}` if this decision is durable.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""repeated":"#, repeated)
    writer.close()
  }

  /// Reads an outcome.
  ///
  /// - Returns: nil for anything except an object, or if `repeated` is unusual.
  public static func read(from reader: inout JSONReader) -> CommitOutcome? {
    var repeated: RawJSON?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "repeated": reader.optionalRaw(into: &repeated)
      default: reader.skip()
      }
    }
    guard isRead != nil else { return nil }
    return CommitOutcome(repeated: repeated)
  }
}

extension FoundReply: FastCodable {
  /// Writes the reply byte for byte; omits it if it is nil.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""reply":"#, reply)
    writer.close()
  }

  /// Reads the result of a lookup.
  ///
  /// - Returns: nil for anything except an object, or if `reply` is unusual.
  public static func read(from reader: inout JSONReader) -> FoundReply? {
    var reply: RawJSON?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "reply": reader.optionalRaw(into: &reply)
      default: reader.skip()
      }
    }
    guard isRead != nil else { return nil }
    return FoundReply(reply: reply)
  }
}
