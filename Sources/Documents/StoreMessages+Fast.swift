public import FastJSON

extension ChangesDecided: FastCodable {
  /// Writes `changes`, `events` and, if present, `reply` and `term`.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""changes":"#, changes)
    writer.member(#""events":"#, events)
    writer.member(#""reply":"#, reply)
    writer.member(#""term":"#, term)
    writer.close()
  }

  /// Reads the message; `changes` and `events` are required.
  ///
  /// - Returns: nil if the input is invalid or unusual, which `JSONDecoder` then handles.
  public static func read(from reader: inout JSONReader) -> ChangesDecided? {
    var changes: [DocumentChange]?
    var events: [NewEvent]?
    var reply: StoredReply?
    var term: String?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "changes": reader.values(into: &changes)
      case "events": reader.values(into: &events)
      case "reply": reader.value(into: &reply)
      case "term": reader.string(into: &term)
      default: reader.skip()
      }
    }
    guard isRead != nil, let changes, let events else { return nil }
    return ChangesDecided(changes: changes, events: events, reply: reply, term: term)
  }
}
