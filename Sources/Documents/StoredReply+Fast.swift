public import FastJSON

extension StoredReply: FastCodable {
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""key":"#, key)
    writer.member(#""reply":"#, reply)
    writer.close()
  }

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
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""replies":"#, replies)
    writer.close()
  }

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
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""repeated":"#, repeated)
    writer.close()
  }

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
