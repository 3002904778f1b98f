public import Documents
public import FastJSON

extension WebhookChangesDecided: DecidedChanges {
  /// None: nobody hears of webhooks.
  public var events: [NewEvent] { [] }

  /// Writes `changes` and, if there is one, `reply`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""changes":"#, changes)
    writer.member(#""reply":"#, reply)
    writer.close()
  }

  /// Reads the message; `changes` must be there.
  ///
  /// - Returns: nil for anything that is wrong or unusual; `JSONDecoder` then has the last word.
  public static func read(from reader: inout JSONReader) -> WebhookChangesDecided? {
    var changes: [DocumentChange]?
    var reply: StoredReply?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "changes": reader.values(into: &changes)
      case "reply": reader.optionalValue(into: &reply)
      default: reader.skip()
      }
    }
    guard isRead != nil, let changes else { return nil }
    return WebhookChangesDecided(changes: changes, reply: reply)
  }
}
