public import FastJSON

extension Document: FastCodable {
  /// Writes the document with its members sorted by name; the body is copied byte for byte.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""body":"#, body)
    writer.member(#""collection":"#, collection)
    writer.member(#""id":"#, id)
    writer.member(#""parent":"#, parent)
    writer.member(#""searchText":"#, searchText)
    writer.member(#""sortKey":"#, sortKey)
    writer.close()
  }

  /// Reads a document and skips unknown members.
  ///
  /// - Returns: nil if `body`, `collection` or `id` is missing, or if the input is unusual, which
  ///   `JSONDecoder` then handles.
  public static func read(from reader: inout JSONReader) -> Document? {
    var body: RawJSON?
    var collection: String?
    var id: String?
    var parent: String?
    var searchText: String?
    var sortKey: Int64?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "body": reader.raw(into: &body)
      case "collection": reader.string(into: &collection)
      case "id": reader.string(into: &id)
      case "parent": reader.string(into: &parent)
      case "searchText": reader.string(into: &searchText)
      case "sortKey": reader.integer(into: &sortKey)
      default: reader.skip()
      }
    }
    guard isRead != nil, let body, let collection, let id else { return nil }
    return Document(
      collection: collection, id: id, parent: parent, sortKey: sortKey, body: body,
      searchText: searchText)
  }
}

extension DocumentPage: FastCodable {
  /// Writes the page; `next` is omitted on the last page, `total` if it was not counted.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""documents":"#, documents)
    writer.member(#""next":"#, next)
    writer.member(#""total":"#, total)
    writer.close()
  }

  /// Reads a page of documents.
  ///
  /// - Returns: nil if `documents` is missing, or if a document is unusual.
  public static func read(from reader: inout JSONReader) -> DocumentPage? {
    var documents: [Document]?
    var next: String?
    var total: Int?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "documents": reader.values(into: &documents)
      case "next": reader.string(into: &next)
      case "total": reader.integer(into: &total)
      default: reader.skip()
      }
    }
    guard isRead != nil, let documents else { return nil }
    return DocumentPage(documents: documents, next: next, total: total)
  }
}

extension FoundDocuments.Hit: FastCodable {
  /// Writes the hit: the document, then the snippet.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""document":"#, document)
    writer.member(#""snippet":"#, snippet)
    writer.close()
  }

  /// Reads a hit.
  ///
  /// - Returns: nil if `document` or `snippet` is missing, or if the input is unusual.
  public static func read(from reader: inout JSONReader) -> Self? {
    var document: Document?
    var snippet: String?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "document": reader.value(into: &document)
      case "snippet": reader.string(into: &snippet)
      default: reader.skip()
      }
    }
    guard isRead != nil, let document, let snippet else { return nil }
    return Self(document: document, snippet: snippet)
  }
}

extension FoundDocuments: FastCodable {
  /// Writes the page of hits, and their total number.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""hits":"#, hits)
    writer.member(#""total":"#, total)
    writer.close()
  }

  /// Reads a page of hits.
  ///
  /// - Returns: nil if `hits` or `total` is missing, or if a hit is unusual.
  public static func read(from reader: inout JSONReader) -> FoundDocuments? {
    var hits: [FoundDocuments.Hit]?
    var total: Int?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "hits": reader.values(into: &hits)
      case "total": reader.integer(into: &total)
      default: reader.skip()
      }
    }
    guard isRead != nil, let hits, let total else { return nil }
    return FoundDocuments(hits: hits, total: total)
  }
}

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
