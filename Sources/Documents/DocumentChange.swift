/// One change of one document, or of all that belong to a parent.
public enum DocumentChange: Hashable, Sendable {
  /// Creates or replaces a document.
  case put(Document)
  /// Removes a document; one that is not there is no failure.
  case delete(collection: String, id: String)
  /// Removes all documents of a parent.
  case deleteChildren(collection: String, parent: String)
}

/// One member, named after the change: `{"put": {…}}`, `{"delete": {…}}`, `{"deleteChildren": {…}}`.
extension DocumentChange: Codable {
  private enum CodingKeys: String, CodingKey { case put, delete, deleteChildren }

  private struct One: Codable {
    var collection: String
    var id: String
  }

  private struct Children: Codable {
    var collection: String
    var parent: String
  }

  /// Reads the first member that it knows, in the order `put`, `delete`, `deleteChildren`.
  ///
  /// - Throws: `DecodingError` if there is none, or if it is incomplete.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let document = try container.decodeIfPresent(Document.self, forKey: .put) {
      self = .put(document)
    } else if let one = try container.decodeIfPresent(One.self, forKey: .delete) {
      self = .delete(collection: one.collection, id: one.id)
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
    case .delete(let collection, let id):
      try container.encode(One(collection: collection, id: id), forKey: .delete)
    case .deleteChildren(let collection, let parent):
      try container.encode(
        Children(collection: collection, parent: parent), forKey: .deleteChildren)
    }
  }
}
