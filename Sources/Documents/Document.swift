public import Cells
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
  /// What a search finds it by; nil keeps it out of searches. It is given back where that is asked for.
  public var searchText: String?

  /// A document as it is to be put.
  ///
  /// - Parameters:
  ///   - parent: nil where it belongs to nothing.
  ///   - sortKey: nil counts as 0; documents with the same key are in the order of their ids.
  ///   - body: at most 983,040 bytes of JSON, nested at most 56 levels deep; persistence refuses
  ///     more as `too_large`.
  ///   - searchText: nil keeps it out of searches.
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

/// Which documents are wanted: some by their ids, or a page of a collection.
public struct DocumentQuery: Codable, Hashable, Sendable {
  /// The collection that is read, such as `standups`; a query reads one.
  public var collection: String
  /// Only these, at most `maxIDs`. They come in this order; those that are not there are left out.
  public var ids: [String]?
  /// Only those of this parent.
  public var parent: String?
  /// The `next` of the page before.
  public var after: String?
  /// From 1 to 1000; 100 unless told.
  public var limit: Int?
  /// Descending by sort key; ascending unless told.
  public var newestFirst: Bool?
  /// Whether the page says how many there are in all. Counting takes the longer the more there are;
  /// without being told it is left out.
  public var counts: Bool?
  /// The documents come as they are on the disk, from this byte on: the body of each is a `RawPiece`.
  public var rawFrom: Int?
  /// Only those in one of these slots: that of the id of what a document belongs to, or of its own id.
  public var slots: SlotSet?
  /// How much of each comes; all that it says unless told.
  public var form: Form?

  /// How much of a document a page has.
  public enum Form: String, Codable, Hashable, Sendable {
    /// In the place of what it says a text that differs when it says something else: sixteen hexadecimal digits.
    case digest
    /// What it says, and what a search finds it by: all that it takes to put it elsewhere.
    case whole
  }

  /// A query; only the collection has to be given, and then it is for the first page in ascending
  /// order. With `ids` the other arguments but `form` do not count.
  ///
  /// - Parameters:
  ///   - after: as a page of the same query gave it; anything else is refused as `invalid`.
  ///   - limit: beyond 1 to 1000 it is refused as `invalid`.
  public init(
    collection: String, ids: [String]? = nil, parent: String? = nil, after: String? = nil,
    limit: Int? = nil, newestFirst: Bool? = nil, counts: Bool? = nil, rawFrom: Int? = nil,
    slots: SlotSet? = nil, form: Form? = nil
  ) {
    self.collection = collection
    self.ids = ids
    self.parent = parent
    self.after = after
    self.limit = limit
    self.newestFirst = newestFirst
    self.counts = counts
    self.rawFrom = rawFrom
    self.slots = slots
    self.form = form
  }

  /// The most ids of one question.
  public static let maxIDs = 1000

  /// Asks for one document.
  public init(collection: String, id: String) {
    self.init(collection: collection, ids: [id])
  }
}

/// A page of documents.
public struct DocumentPage: Codable, Hashable, Sendable {
  /// In the order of the query; fewer than its limit where more would not fit a message.
  public var documents: [Document]
  /// Pass it as `after` for the next page; nil on the last. Where documents were asked for by their
  /// ids, the first one for which there was no room: ask again for it and those behind it.
  public var next: String?
  /// How many the collection (of that parent) has in all, where that was asked.
  public var total: Int?

  /// A page; `total` counts from 0, and `next` is left out on the last.
  public init(documents: [Document], next: String? = nil, total: Int? = nil) {
    self.documents = documents
    self.next = next
    self.total = total
  }
}

extension DocumentPage {
  /// How many of some ids a question for them has dealt with, from the first on: as many as one question
  /// may have, or those before the one for which there was no room.
  ///
  /// - Parameter ids: each once; the first of them were asked for.
  public func answered(of ids: [some CustomStringConvertible]) -> Int {
    let asked = min(ids.count, DocumentQuery.maxIDs)
    return next.flatMap { next in ids[..<asked].firstIndex { $0.description == next } } ?? asked
  }
}

/// A question for documents that have all of some words.
///
/// ```swift
/// TextQuery(collection: "meetings", query: #"budget "next week""#, limit: 10)
/// ```
public struct TextQuery: Codable, Hashable, Sendable {
  /// The collection that is searched; only documents with a `searchText` are found.
  public var collection: String
  /// Another collection that is searched with it.
  public var also: String?
  /// Words, and phrases in double quotes; case and accents do not matter.
  public var query: String
  /// From 1 to 1000; 20 unless told.
  public var limit: Int?
  /// How many of the best to leave out, from 0.
  public var offset: Int?

  /// A question; 20 hits from the best on unless told.
  ///
  /// - Parameters:
  ///   - query: at most 64 words and phrases; without any nothing is found. No operator of FTS5 is
  ///     understood.
  ///   - limit: beyond 1 to 1000 it is refused as `invalid`.
  ///   - offset: nil for 0; below 0 it is refused as `invalid`.
  public init(
    collection: String, also: String? = nil, query: String, limit: Int? = nil, offset: Int? = nil
  ) {
    self.collection = collection
    self.also = also
    self.query = query
    self.limit = limit
    self.offset = offset
  }
}

/// A page of what was found, the best first.
public struct FoundDocuments: Codable, Hashable, Sendable {
  /// The best match first; fewer than the limit where more would not fit a message.
  public var hits: [Hit]
  /// How many there are in all.
  public var total: Int

  /// A page; go on from the offset after its last hit while `total` is beyond that.
  public init(hits: [Hit], total: Int) {
    self.hits = hits
    self.total = total
  }

  /// A document that has the words.
  public struct Hit: Codable, Hashable, Sendable {
    /// The document that was found, without its `searchText`.
    public var document: Document
    /// A piece of the text; each found word stands between U+0002 and U+0003.
    public var snippet: String

    /// A hit with a snippet of at most 16 words of its text.
    public init(document: Document, snippet: String) {
      self.document = document
      self.snippet = snippet
    }
  }
}
