public import FastJSON

extension AnnouncedChanges {
  /// Writes `changes`, `events` and, if there is one, `reply`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""changes":"#, changes)
    writer.member(#""events":"#, events)
    writer.member(#""reply":"#, reply)
    writer.close()
  }

  /// Reads the message; `changes` and `events` must be there.
  ///
  /// - Returns: nil for anything that is wrong or unusual; `JSONDecoder` then has the last word.
  public static func read(from reader: inout JSONReader) -> Self? {
    var changes: [DocumentChange]?
    var events: [NewEvent]?
    var reply: StoredReply?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "changes": reader.values(into: &changes)
      case "events": reader.values(into: &events)
      case "reply": reader.optionalValue(into: &reply)
      default: reader.skip()
      }
    }
    guard isRead != nil, let changes, let events else { return nil }
    return Self(changes: changes, events: events, reply: reply)
  }
}
