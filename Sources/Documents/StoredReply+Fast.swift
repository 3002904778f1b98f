public import FastJSON

extension StoredReply: FastCodable {
  /// Writes key and reply; the reply goes in as it is, byte for byte.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""key":"#, key)
    writer.member(#""reply":"#, reply)
    writer.close()
  }

  /// Reads a stored reply.
  ///
  /// - Returns: nil without `key` or `reply`, or if anything is unusual; `JSONDecoder` then has the
  ///   last word.
  public static func read(from reader: inout JSONReader) -> StoredReply? {
    var key: String?
    var reply: RawJSON?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "key": reader.string(into: &key)
      case "reply": reader.raw(into: &reply)
      default: reader.skip()
      }
    }
    guard isRead != nil, let key, let reply else { return nil }
    return StoredReply(key: key, reply: reply)
  }
}

extension StoredReplies: FastCodable {
  /// Writes an object whose one member is the list.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""replies":"#, replies)
    writer.close()
  }

  /// Reads a list of stored replies.
  ///
  /// - Returns: nil without `replies`, or if one of them cannot be read by hand.
  public static func read(from reader: inout JSONReader) -> StoredReplies? {
    var replies: [StoredReply]?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "replies": reader.values(into: &replies)
      default: reader.skip()
      }
    }
    guard isRead != nil, let replies else { return nil }
    return StoredReplies(replies: replies)
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
