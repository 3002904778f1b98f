import Documents
public import FastJSON

extension Commit: FastCodable {
  /// Writes the commit; omits `idempotency` and `term` if they are nil.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""changes":"#, changes)
    writer.member(#""events":"#, events)
    writer.member(#""idempotency":"#, idempotency)
    writer.member(#""term":"#, term)
    writer.close()
  }

  /// Reads a commit; sizes are not checked here.
  ///
  /// - Returns: nil if `changes` or `events` is missing, or if the input is unusual, which
  ///   `JSONDecoder` then handles.
  public static func read(from reader: inout JSONReader) -> Commit? {
    var changes: [DocumentChange]?
    var events: [NewEvent]?
    var idempotency: StoredReply?
    var term: WriterTerm?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "changes": reader.values(into: &changes)
      case "events": reader.values(into: &events)
      case "idempotency": reader.value(into: &idempotency)
      case "term": reader.value(into: &term)
      default: reader.skip()
      }
    }
    guard isRead != nil, let changes, let events else { return nil }
    return Commit(changes: changes, events: events, idempotency: idempotency, term: term)
  }
}

extension Commit.Reply: FastCodable {
  /// Writes the reply; `repeated` is copied byte for byte.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""epoch":"#, epoch)
    writer.member(#""events":"#, events)
    if let isRepeated {
      writer.member(#""isRepeated":"#)
      writer.bool(isRepeated)
    }
    writer.member(#""repeated":"#, repeated)
    writer.close()
  }

  /// Reads the reply to a commit.
  ///
  /// - Returns: nil if `epoch` or `events` is missing, or if an event cannot be read here.
  public static func read(from reader: inout JSONReader) -> Self? {
    var epoch: String?
    var events: [JournalEvent]?
    var isRepeated: Bool?
    var repeated: RawJSON?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "epoch": reader.string(into: &epoch)
      case "events": reader.values(into: &events)
      case "isRepeated": reader.bool(into: &isRepeated)
      case "repeated": reader.optionalRaw(into: &repeated)
      default: reader.skip()
      }
    }
    guard isRead != nil, let epoch, let events else { return nil }
    return Self(epoch: epoch, events: events, isRepeated: isRepeated, repeated: repeated)
  }
}
