public import Bus
public import Cells
public import FastJSON
public import Schema

/// A document; its content is opaque to every service except its owner.
///
/// ```swift
/// Document(
///   collection: "standups", id: "\(standup.id)", sortKey: 1, body: try RawJSON(encoding: standup))
/// ```
public struct Document: FastCodable, Hashable, Sendable, Bounded {
  /// The owner and kind of the document, such as `standups` or `focus.items`.
  public var collection: String
  /// Id of the document, unique in its collection: 1 to 128 bytes.
  public var id: String
  /// Id of the parent to which the document belongs, such as a standup; nil for none.
  public var parent: String?
  /// Id of the team to which the document belongs: 1 to 32 bytes. Nil for a document that belongs
  /// to no team.
  public var team: String?
  /// Key by which lists are sorted; for a past meeting, its start in milliseconds since 1970-01-01
  /// UTC. Nil counts as 0.
  public var sortKey: Int64?
  /// Content of the document: any JSON value of at most 983,040 bytes, nested at most 56 levels
  /// deep. The order of its members is kept.
  public var body: RawJSON
  /// Text that searches match; nil excludes the document from searches. Returned only for a query
  /// whose `form` is `whole`.
  public var searchText: String?
  public static let bounds: MemberBounds<Self> = [
    \.team: .text(1...TeamScope.maxIDBytes), \.sortKey: .signed,
  ]

  /// Creates a document to be saved.
  ///
  /// - Parameters:
  ///   - collection: the owner and kind of the document.
  ///   - id: unique in the collection; 1 to 128 bytes.
  ///   - parent: nil if the document belongs to nothing.
  ///   - team: nil if the document belongs to no team; 1 to 32 bytes.
  ///   - sortKey: nil counts as 0; documents with the same key are sorted by id.
  ///   - body: at most 983,040 bytes of JSON, nested at most 56 levels deep; persistence rejects
  ///     more as `too_large`.
  ///   - searchText: nil excludes the document from searches.
  public init(
    collection: String, id: String, parent: String? = nil, team: String? = nil,
    sortKey: Int64? = nil, body: RawJSON, searchText: String? = nil
  ) {
    self.collection = collection
    self.id = id
    self.parent = parent
    self.team = team
    self.sortKey = sortKey
    self.body = body
    self.searchText = searchText
  }
}

extension Document {
  /// Returns true if the document has this parent and this team, so that a `put` may replace it. A
  /// document without a team counts as one of the team `default`, to which databases assign all
  /// documents that were saved before there were teams.
  package func belongs(to parent: String?, team: String?) -> Bool {
    self.parent == parent
      && (self.team ?? TeamScope.defaultTeam) == (team ?? TeamScope.defaultTeam)
  }

  /// Checks whether a `put` of this document may replace a stored one, for stores in memory.
  ///
  /// - Throws: `conflict` if the stored document has another parent or another team.
  package func check(replacing stored: Document?) throws(BusError) {
    guard let stored, !stored.belongs(to: parent, team: team) else { return }
    throw BusError(.conflict, isElsewhere, detail: conflictDetail)
  }

  /// Message of the error for a `put` of a document that exists elsewhere.
  package var isElsewhere: String {
    "The document “\(collection)/\(id)” already exists under another parent or in another team. It was not changed."
  }

  /// Detail of the error for a document that already exists.
  package var conflictDetail: [String: String] { ["collection": collection, "document": id] }
}

/// A query for documents: some by their ids, or a page of a collection.
public struct DocumentQuery: Codable, Hashable, Sendable, Bounded {
  /// Collection to read, such as `standups`.
  public var collection: String
  /// Ids of the requested documents, at most 1000. The documents are returned in this order;
  /// missing ones are omitted. Default: a page of the collection.
  public var ids: [String]?
  /// Returns only documents that belong to this parent. Default: all.
  public var parent: String?
  /// Returns only documents that belong to one of these teams, given by their ids; an empty list
  /// matches nothing. Also applies to a query by ids. Default: the documents of all teams, and those
  /// that belong to no team.
  public var teams: [String]?
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of documents per page, from 1 to 1000. Default: 100.
  public var limit: Int?
  /// True for descending order of the sort key. Default: ascending.
  public var newestFirst: Bool?
  /// True to return the total number of documents. Counting takes longer the more documents there
  /// are. Default: false.
  public var counts: Bool?
  /// Returns the documents as stored on disk, even if damaged, starting at this byte: the body of
  /// each is a piece of it, `{bytes, isDamaged, data}` (`RawPiece`). Default: the documents
  /// themselves.
  public var rawFrom: Int?
  /// Returns only documents in these slots. The slot is that of the parent's id or, without a
  /// parent, that of the document's own id. Default: all.
  public var slots: SlotSet?
  /// The part of each document to return. Default: the document without its `searchText`.
  public var form: Form?

  /// The part of a document that a page contains.
  public enum Form: String, Codable, Hashable, Sendable {
    /// A digest instead of the content: sixteen hexadecimal digits, which differ if the content
    /// differs.
    case digest
    /// The content and the `searchText`: everything that is needed to create the document
    /// elsewhere.
    case whole
  }
  public static let bounds: MemberBounds<Self> = [
    \.ids: .count(0...maxIDs),
    \.teams: .teamIDs,
    \.limit: .range(1...1000, default: 100),
  ]

  /// Creates a query. By default, it returns the first page of the collection in ascending order.
  /// With `ids`, all other arguments except `teams`, `rawFrom` and `form` are ignored.
  ///
  /// - Parameters:
  ///   - teams: at most 64; nil for all, an empty list for none.
  ///   - after: `next` of a page of the same query; anything else is rejected as `invalid`.
  ///   - limit: rejected as `invalid` outside 1 to 1000.
  public init(
    collection: String, ids: [String]? = nil, parent: String? = nil, teams: [String]? = nil,
    after: String? = nil, limit: Int? = nil, newestFirst: Bool? = nil, counts: Bool? = nil,
    rawFrom: Int? = nil, slots: SlotSet? = nil, form: Form? = nil
  ) {
    self.collection = collection
    self.ids = ids
    self.parent = parent
    self.teams = teams
    self.after = after
    self.limit = limit
    self.newestFirst = newestFirst
    self.counts = counts
    self.rawFrom = rawFrom
    self.slots = slots
    self.form = form
  }

  /// Maximum number of ids in one query.
  public static let maxIDs = 1000

  /// Creates a query for one document; with `teams`, only if it belongs to one of these.
  public init(collection: String, id: String, teams: [String]? = nil) {
    self.init(collection: collection, ids: [id], teams: teams)
  }
}

/// A page of documents.
public struct DocumentPage: FastCodable, Hashable, Sendable {
  /// Documents in the order of the query; fewer than its limit if more would not fit in a message.
  public var documents: [Document]
  /// Cursor to pass as `after` for the next page; nil on the last page. In a query by ids, the
  /// first id that did not fit: query it and the following ones again.
  public var next: String?
  /// Total number of documents in the collection, or of the parent; nil if it was not requested.
  public var total: Int?

  /// Creates a page; `next` is nil on the last one.
  public init(documents: [Document], next: String? = nil, total: Int? = nil) {
    self.documents = documents
    self.next = next
    self.total = total
  }
}

extension DocumentPage {
  /// Number of ids, starting with the first, that a query has handled: the maximum of one query, or
  /// those before the one that did not fit.
  ///
  /// - Parameter ids: without duplicates; the query contained the first ones.
  public func answered(of ids: [some CustomStringConvertible]) -> Int {
    let asked = min(ids.count, DocumentQuery.maxIDs)
    return next.flatMap { next in ids[..<asked].firstIndex { $0.description == next } } ?? asked
  }
}

/// A full-text query for documents that contain all of its words.
///
/// ```swift
/// TextQuery(collection: "meetings", query: #"budget "next week""#, limit: 10)
/// ```
public struct TextQuery: Codable, Hashable, Sendable, Bounded {
  /// Collection to search; only documents with a `searchText` are found.
  public var collection: String
  /// Second collection to search. Default: none.
  public var also: String?
  /// Words, and phrases in double quotes, at most 64, all of which must occur; case and accents are
  /// ignored.
  public var query: String
  /// Finds only documents that belong to one of these teams, given by their ids; an empty list
  /// matches nothing. Default: the documents of all teams, and those that belong to no team.
  public var teams: [String]?
  /// Finds only documents of this parent. Default: of any parent, and of none.
  public var parent: String?
  /// Smallest sort key of a document that is found. Default: any.
  public var fromKey: Int64?
  /// Sort key from which on documents are not found. Default: none.
  public var toKey: Int64?
  /// Finds only documents whose body contains one of these strings, at most 100. If the id of a
  /// document contains a slash, the body is that of the document in `collection` whose id is the part
  /// before the slash. Default: documents with any body.
  public var mentions: [String]?
  /// Maximum number of hits per page, from 1 to 1000. Default: 20.
  public var limit: Int?
  /// Number of best hits to skip, from 0. Default: 0.
  public var offset: Int?
  public static let bounds: MemberBounds<Self> = [
    \.teams: .teamIDs,
    \.mentions: .count(1...maxMentions).each(.text(1...maxMention)),
    \.limit: .range(1...1000, default: 20),
    \.offset: .atLeast(0, default: 0),
  ]

  /// Creates a query. Default: the 20 best hits.
  ///
  /// - Parameters:
  ///   - query: at most 64 words and phrases; without any, nothing is found. Operators of FTS5 are
  ///     not supported.
  ///   - teams: at most 64; nil for all, an empty list for none.
  ///   - parent: nil for any parent, and for none.
  ///   - fromKey: smallest sort key; nil for any.
  ///   - toKey: sort key from which on documents are not found; nil for none.
  ///   - mentions: 1 to 100 strings, one of which the body must contain; nil for any body.
  ///   - limit: rejected as `invalid` outside 1 to 1000.
  ///   - offset: number of hits to skip; rejected as `invalid` below 0. Default: 0.
  public init(
    collection: String, also: String? = nil, query: String, teams: [String]? = nil,
    parent: String? = nil, fromKey: Int64? = nil, toKey: Int64? = nil, mentions: [String]? = nil,
    limit: Int? = nil, offset: Int? = nil
  ) {
    self.collection = collection
    self.also = also
    self.query = query
    self.teams = teams
    self.parent = parent
    self.fromKey = fromKey
    self.toKey = toKey
    self.mentions = mentions
    self.limit = limit
    self.offset = offset
  }

  /// Maximum number of strings, one of which a body must contain.
  public static let maxMentions = 100
  /// Maximum length of each of them, in Unicode scalars.
  public static let maxMention = 128
}

/// A page of the results of a full-text query, the best ones first.
public struct FoundDocuments: FastCodable, Hashable, Sendable {
  /// The hits, the best ones first; fewer than the limit if more would not fit in a message.
  public var hits: [Hit]
  /// Total number of hits.
  public var total: Int

  /// Creates a page. While `total` is greater than the offset after its last hit, the next page
  /// begins at that offset.
  public init(hits: [Hit], total: Int) {
    self.hits = hits
    self.total = total
  }

  /// A document that matches the query.
  public struct Hit: FastCodable, Hashable, Sendable {
    /// The document, without its `searchText`.
    public var document: Document
    /// Excerpt of the text, at most 16 words; each matching word is between U+0002 and U+0003.
    public var snippet: String

    /// Creates a hit with a snippet of at most 16 words of its text.
    public init(document: Document, snippet: String) {
      self.document = document
      self.snippet = snippet
    }
  }
}

extension Bounds {
  /// Bounds of the ids of the teams of a query: at most 64, each of 1 to 32 bytes.
  public static let teamIDs = count(0...TeamScope.maxTeams).each(
    .text(1...TeamScope.maxIDBytes))
}

extension TeamScope {
  /// The reason why a query's list of teams is invalid, as a sentence; nil if it is valid.
  public static func problem(ofTeams teams: [String]?) -> String? {
    guard let teams else { return nil }
    guard teams.count <= maxTeams else {
      return "Too many teams: \(teams.count); expected at most \(maxTeams)."
    }
    return teams.lazy.compactMap { problem(ofTeam: $0) }.first
  }

  /// The reason why the id of a team is too long or empty, as a sentence; nil if it is neither, or
  /// nil.
  public static func problem(ofTeam team: String?) -> String? {
    guard let team, !(1...maxIDBytes).contains(team.utf8.count) else { return nil }
    return "Invalid team “\(team.prefix(40))”; expected an id of 1 to \(maxIDBytes) bytes."
  }
}
