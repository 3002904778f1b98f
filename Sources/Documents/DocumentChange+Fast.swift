public import FastJSON

extension DocumentChange: FastCodable {
  /// Writes an object with one member, named after the change.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    switch self {
    case .put(let document):
      writer.member(#""put":"#, document)
    case .insert(let document):
      writer.member(#""insert":"#, document)
    case .delete(let collection, let id):
      writer.member(#""delete":"#)
      writer.open()
      writer.member(#""collection":"#, collection)
      writer.member(#""id":"#, id)
      writer.close()
    case .deleteChildren(let collection, let parent):
      writer.member(#""deleteChildren":"#)
      writer.open()
      writer.member(#""collection":"#, collection)
      writer.member(#""parent":"#, parent)
      writer.close()
    case .setTeam(let collection, let parent, let team):
      writer.member(#""setTeam":"#)
      writer.open()
      writer.member(#""collection":"#, collection)
      writer.member(#""parent":"#, parent)
      writer.member(#""team":"#, team)
      writer.close()
    case .deleteMentioning(let collection, let text):
      writer.member(#""deleteMentioning":"#)
      writer.open()
      writer.member(#""collection":"#, collection)
      writer.member(#""text":"#, text)
      writer.close()
    case .erase(let erasure):
      writer.member(#""erase":"#, erasure)
    }
    writer.close()
  }

  /// Reads a change from an object with one known member.
  ///
  /// - Returns: nil for several changes or none, or if the input is unusual.
  public static func read(from reader: inout JSONReader) -> DocumentChange? {
    var change: DocumentChange?
    let isRead: Void? = reader.object { reader, name in
      // More than one is unusual; `JSONDecoder` decides.
      guard change == nil else { return false }
      switch name {
      case "put": change = Document.read(from: &reader).map { .put($0) }
      case "insert": change = Document.read(from: &reader).map { .insert($0) }
      case "delete":
        change = texts(from: &reader, "id").map { .delete(collection: $0.0, id: $0.1) }
      case "deleteChildren":
        change = texts(from: &reader, "parent").map {
          .deleteChildren(collection: $0.0, parent: $0.1)
        }
      case "setTeam": change = setTeam(from: &reader)
      case "deleteMentioning":
        change = texts(from: &reader, "text").map {
          .deleteMentioning(collection: $0.0, text: $0.1)
        }
      case "erase": change = Erasure.read(from: &reader).map { .erase($0) }
      default: return reader.skip()
      }
      return change != nil
    }
    return isRead == nil ? nil : change
  }

  private static func setTeam(from reader: inout JSONReader) -> DocumentChange? {
    var (collection, parent, team): (String?, String?, String?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "collection": reader.string(into: &collection)
      case "parent": reader.string(into: &parent)
      case "team": reader.string(into: &team)
      default: reader.skip()
      }
    }
    guard isRead != nil, let collection, let parent, let team else { return nil }
    return .setTeam(collection: collection, parent: parent, team: team)
  }

  /// Reads an object with `collection` and one other member.
  private static func texts(
    from reader: inout JSONReader, _ other: StaticString
  ) -> (String, String)? {
    var (collection, text): (String?, String?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "collection": reader.string(into: &collection)
      case other: reader.string(into: &text)
      default: reader.skip()
      }
    }
    guard isRead != nil, let collection, let text else { return nil }
    return (collection, text)
  }
}
