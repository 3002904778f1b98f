public import FastJSON

/// A document; what it says is opaque to all but its owner.
///
/// ```swift
/// Document(
///   collection: "standups", id: "\(standup.id)", sortKey: 1, body: try RawJSON(encoding: standup))
/// ```
public struct Document: Codable, Hashable, Sendable {
  /// Whose it is and of which kind, such as `standups` or `focus.items`.
  public var collection: String
  /// Unique in its collection; from 1 to 128 bytes.
  public var id: String
  /// The id of what it belongs to.
  public var parent: String?
  /// Lists are in this order; for a meeting, its date in milliseconds.
  public var sortKey: Int64?
  /// What it says.
  public var body: RawJSON
  /// What a search finds it by; nil keeps it out of searches. It is not given back.
  public var searchText: String?

  public init(
    collection: String, id: String, parent: String? = nil, sortKey: Int64? = nil, body: RawJSON,
    searchText: String? = nil
  ) {
    self.collection = collection
    self.id = id
    self.parent = parent
    self.sortKey = sortKey
    self.body = body
    self.searchText = searchText
  }
}

/// Which documents are wanted: one by its id, or a page of a collection.
public struct DocumentQuery: Codable, Hashable, Sendable {
  public var collection: String
  /// Only this one.
  public var id: String?
  /// Only those of this parent.
  public var parent: String?
  /// The `next` of the page before.
  public var after: String?
  /// From 1 to 1000; 100 unless told.
  public var limit: Int?
  /// Descending by sort key; ascending unless told.
  public var newestFirst: Bool?

  public init(
    collection: String, id: String? = nil, parent: String? = nil, after: String? = nil,
    limit: Int? = nil, newestFirst: Bool? = nil
  ) {
    self.collection = collection
    self.id = id
    self.parent = parent
    self.after = after
    self.limit = limit
    self.newestFirst = newestFirst
  }
}

/// A page of documents.
public struct DocumentPage: Codable, Hashable, Sendable {
  public var documents: [Document]
  /// Pass it as `after` for the next page; nil on the last.
  public var next: String?
  /// How many the collection (of that parent) has in all.
  public var total: Int

  public init(documents: [Document], next: String? = nil, total: Int) {
    self.documents = documents
    self.next = next
    self.total = total
  }
}

/// A question for documents that have all of some words.
public struct TextQuery: Codable, Hashable, Sendable {
  public var collection: String
  /// Words, and phrases in double quotes; case and accents do not matter.
  public var query: String
  /// From 1 to 1000; 20 unless told.
  public var limit: Int?
  /// How many of the best to leave out, from 0.
  public var offset: Int?

  public init(collection: String, query: String, limit: Int? = nil, offset: Int? = nil) {
    self.collection = collection
    self.query = query
    self.limit = limit
    self.offset = offset
  }
}

/// A page of what was found, the best first.
public struct FoundDocuments: Codable, Hashable, Sendable {
  public var hits: [Hit]
  /// How many there are in all.
  public var total: Int

  public init(hits: [Hit], total: Int) {
    self.hits = hits
    self.total = total
  }

  /// A document that has the words.
  public struct Hit: Codable, Hashable, Sendable {
    public var document: Document
    /// A piece of the text; each found word stands between U+0002 and U+0003.
    public var snippet: String

    public init(document: Document, snippet: String) {
      self.document = document
      self.snippet = snippet
    }
  }
}
