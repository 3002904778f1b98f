public import FastJSON

extension StoredReply: FastCodable {
  /// Writes the members; the reply goes in as it is, byte for byte.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""key":"#, key)
    writer.member(#""reply":"#, reply)
    writer.member(#""request":"#, request)
    writer.close()
  }

  /// Reads a stored reply.
  ///
  /// - Returns: nil without `key` or `reply`, or if anything is unusual; `JSONDecoder` then has the
  ///   last word.
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
  /// Writes the outcome: `{}` where this decision is durable.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""repeated":"#, repeated)
    writer.close()
  }

  /// Reads an outcome.
  ///
  /// - Returns: nil for anything but an object, or if `repeated` is unusual.
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
  /// Writes the reply, if there is one, byte for byte.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""reply":"#, reply)
    writer.close()
  }

  /// Reads what was found.
  ///
  /// - Returns: nil for anything but an object, or if `reply` is unusual.
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
