/// One change: of one document, of all documents of a parent, or of the journal and the idempotency
/// store.
///
/// On the bus, it is an object with one member, named after the case.
public enum DocumentChange: Hashable, Sendable {
  /// Creates or replaces a document. If it already exists with another parent or in another team,
  /// nothing of the transaction is written, and the transaction is rejected as `conflict`;
  /// `detail.collection` and `detail.document` name it. To change either for one document, delete it
  /// first, in the same transaction.
  case put(Document)
  /// Creates a document. If it already exists, nothing of the transaction is written, and the
  /// transaction is rejected as `conflict`; `detail.collection` and `detail.document` name it.
  case insert(Document)
  /// Removes a document, if it exists.
  case delete(collection: String, id: String)
  /// Removes all documents of a parent.
  case deleteChildren(collection: String, parent: String)
  /// Moves all documents of a parent to a team. Their bodies are not written again.
  case setTeam(collection: String, parent: String, team: String)
  /// Removes all documents of a collection whose JSON contains a string, such as an id.
  case deleteMentioning(collection: String, text: String)
  /// Replaces the content of a meeting, a standup or another subject in the journal and in the
  /// idempotency store by `{"erased":true}`. The events of the same transaction are not changed.
  case erase(Erasure)
}

extension DocumentChange {
  /// The document that the change writes; nil for a removal, an erasure, or a change of the team.
  public var document: Document? {
    switch self {
    case .put(let document), .insert(let document): document
    case .delete, .deleteChildren, .setTeam, .deleteMentioning, .erase: nil
    }
  }

  /// The collection whose documents the change writes, moves or removes; nil for an erasure.
  public var collection: String? {
    switch self {
    case .put(let document), .insert(let document): document.collection
    case .delete(let collection, _), .deleteChildren(let collection, _),
      .setTeam(let collection, _, _), .deleteMentioning(let collection, _):
      collection
    case .erase: nil
    }
  }
}

/// An object with one member, named after the change: `{"put": {…}}`, `{"insert": {…}}` and so on.
extension DocumentChange: Codable {
  private enum CodingKeys: String, CodingKey {
    case put, insert, delete, deleteChildren, setTeam, deleteMentioning, erase
  }

  private struct One: Codable {
    var collection: String
    var id: String
  }

  private struct Children: Codable {
    var collection: String
    var parent: String
  }

  private struct TeamOfChildren: Codable {
    var collection: String
    var parent: String
    var team: String
  }

  private struct Mentioning: Codable {
    var collection: String
    var text: String
  }

  /// Decodes the first known member, in the order of the cases.
  ///
  /// - Throws: `DecodingError` if no member is known, or if it is incomplete.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let document = try container.decodeIfPresent(Document.self, forKey: .put) {
      self = .put(document)
    } else if let document = try container.decodeIfPresent(Document.self, forKey: .insert) {
      self = .insert(document)
    } else if let one = try container.decodeIfPresent(One.self, forKey: .delete) {
      self = .delete(collection: one.collection, id: one.id)
    } else if let children = try container.decodeIfPresent(TeamOfChildren.self, forKey: .setTeam) {
      self = .setTeam(
        collection: children.collection, parent: children.parent, team: children.team)
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

  /// Encodes one member, named after the change.
  ///
  /// - Throws: the error of the encoder.
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
    case .setTeam(let collection, let parent, let team):
      try container.encode(
        TeamOfChildren(collection: collection, parent: parent, team: team), forKey: .setTeam)
    case .deleteMentioning(let collection, let text):
      try container.encode(
        Mentioning(collection: collection, text: text), forKey: .deleteMentioning)
    case .erase(let erasure):
      try container.encode(erasure, forKey: .erase)
    }
  }
}
