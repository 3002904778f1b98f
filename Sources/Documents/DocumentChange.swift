/// One change of one document, of all that belong to a parent, or of what is kept beside them.
public enum DocumentChange: Hashable, Sendable {
  /// Creates or replaces a document.
  case put(Document)
  /// Creates a document. If there is one already, nothing of the transaction is written, and it is
  /// refused as `conflict`; `detail.document` is the id.
  case insert(Document)
  /// Removes a document; one that is not there is no failure.
  case delete(collection: String, id: String)
  /// Removes all documents of a parent.
  case deleteChildren(collection: String, parent: String)
  /// Removes all documents of a collection in whose JSON a text stands, such as an id.
  case deleteMentioning(collection: String, text: String)
  /// Empties what the journal and the stored replies have of a meeting or a standup. The events of the
  /// same transaction stay as they are.
  case erase(Erasure)
}

extension DocumentChange {
  /// The document that it writes; nil if it removes some.
  public var document: Document? {
    switch self {
    case .put(let document), .insert(let document): document
    case .delete, .deleteChildren, .deleteMentioning, .erase: nil
    }
  }
}

/// One member, named after the change: `{"put": {…}}`, `{"insert": {…}}` and so on.
extension DocumentChange: Codable {
  private enum CodingKeys: String, CodingKey {
    case put, insert, delete, deleteChildren, deleteMentioning, erase
  }

  private struct One: Codable {
    var collection: String
    var id: String
  }

  private struct Children: Codable {
    var collection: String
    var parent: String
  }

  private struct Mentioning: Codable {
    var collection: String
    var text: String
  }

  /// Reads the first member that it knows, in the order of the cases.
  ///
  /// - Throws: `DecodingError` if there is none, or if it is incomplete.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let document = try container.decodeIfPresent(Document.self, forKey: .put) {
      self = .put(document)
    } else if let document = try container.decodeIfPresent(Document.self, forKey: .insert) {
      self = .insert(document)
    } else if let one = try container.decodeIfPresent(One.self, forKey: .delete) {
      self = .delete(collection: one.collection, id: one.id)
    } else if let found = try container.decodeIfPresent(Mentioning.self, forKey: .deleteMentioning)
    {
      self = .deleteMentioning(collection: found.collection, text: found.text)
    } else if let erasure = try container.decodeIfPresent(Erasure.self, forKey: .erase) {
      self = .erase(erasure)
    } else {
      let children = try container.decode(Children.self, forKey: .deleteChildren)
      self = .deleteChildren(collection: children.collection, parent: children.parent)
    }
  }

  /// Writes one member, named after the change.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .put(let document):
      try container.encode(document, forKey: .put)
    case .insert(let document):
      try container.encode(document, forKey: .insert)
    case .delete(let collection, let id):
      try container.encode(One(collection: collection, id: id), forKey: .delete)
    case .deleteChildren(let collection, let parent):
      try container.encode(
        Children(collection: collection, parent: parent), forKey: .deleteChildren)
    case .deleteMentioning(let collection, let text):
      try container.encode(
        Mentioning(collection: collection, text: text), forKey: .deleteMentioning)
    case .erase(let erasure):
      try container.encode(erasure, forKey: .erase)
    }
  }
}
