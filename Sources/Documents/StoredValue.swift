public import Bus
public import FastJSON

/// The body of a kind of document, checked against the values that its owner's commands write.
///
/// Documents come from archives, other cells, backups, and databases that other programs may have
/// changed. A value that no command would have written is rejected wherever a document enters, and
/// set aside when documents are loaded, so that the rest of a service can rely on its bounds.
public protocol StoredValue: Decodable {
  /// The first problem of the value as the body of that document, as a sentence; nil if a command
  /// could have written it.
  func problem(in document: Document) -> String?
}

extension StoredValue {
  /// Problem of a document whose body belongs to another document.
  public static var isAnother: String {
    "The id, parent or collection of the document does not match its content."
  }
}

extension Document {
  /// Body that readers get instead of a damaged one. `value(as:)` rejects it even as a kind of document
  /// without required members.
  public static let damagedBody = RawJSON(unchecked: Array(#"{"isDamaged":true}"#.utf8))

  /// The body, decoded and checked.
  ///
  /// - Throws: `BusError` with code `invalid`, which names the problem.
  public func value<Value: StoredValue>(as type: Value.Type = Value.self) throws -> Value {
    guard body != Self.damagedBody else { throw BusError(.invalid, "The document is damaged.") }
    let value = try body.decode(as: type)
    if let problem = value.problem(in: self) { throw BusError(.invalid, problem) }
    return value
  }

  /// The reason why the document is not a valid one of that kind; nil if it is valid.
  public func problem<Value: StoredValue>(as type: Value.Type) -> String? {
    do {
      _ = try value(as: type)
      return nil
    } catch {
      return BusError(any: error).message
    }
  }
}

/// A command with which the router asks a service to check its own documents, which only that
/// service can read. The reply contains the problems of the documents that no command of the
/// service could have written.
public protocol CheckDocuments: BusCommand where Reply == DocumentProblems {
  /// The documents to check, of one collection.
  var documents: [Document] { get }
  /// Creates a command that checks documents; they are not saved.
  init(documents: [Document])
}

extension CheckDocuments {
  /// Checks the documents; called by the service that owns them.
  public func problems<Value: StoredValue>(as type: Value.Type) -> DocumentProblems {
    DocumentProblems(
      problems: Dictionary(
        documents.compactMap { document in document.problem(as: type).map { (document.id, $0) } },
        uniquingKeysWith: { first, _ in first }))
  }
}

/// The result of checking documents: the problems that were found.
public struct DocumentProblems: Codable, Hashable, Sendable {
  /// A sentence for each invalid document, by its id; empty if all are valid.
  public var problems: [String: String]

  /// Creates problems, by the ids of the documents.
  public init(problems: [String: String] = [:]) { self.problems = problems }
}
