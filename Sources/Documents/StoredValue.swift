public import Bus
import FastJSON

/// The body of a kind of document, checked against what its owner's commands write.
///
/// Documents come from archives, other cells, backups and databases that other programs may have changed. A value that no
/// command would have written is rejected wherever a document enters, and set aside where documents are loaded, so that
/// the rest of a service can rely on its bounds.
public protocol StoredValue: Decodable {
  /// The first thing that is wrong with the value as the body of that document, in a sentence; nil if a command could
  /// have written it.
  func problem(in document: Document) -> String?
}

extension StoredValue {
  /// Problem of a document whose body is that of another one.
  public static var isAnother: String {
    "The id, parent or collection of the document does not match its content."
  }
}

extension Document {
  /// The body, decoded and checked.
  ///
  /// - Throws: `BusError` with code `invalid`, which names the problem.
  public func value<Value: StoredValue>(as type: Value.Type = Value.self) throws -> Value {
    let value = try body.decode(as: type)
    if let problem = value.problem(in: self) { throw BusError(.invalid, problem) }
    return value
  }

  /// Why the document cannot be one of that kind; nil if it can.
  public func problem<Value: StoredValue>(as type: Value.Type) -> String? {
    do {
      _ = try value(as: type)
      return nil
    } catch {
      return BusError(any: error).message
    }
  }
}

/// A command of the parent to a service that alone knows its documents: could your commands have written these?
public protocol CheckDocuments: BusCommand where Reply == DocumentProblems {
  /// Documents of one collection.
  var documents: [Document] { get }
  /// Asks about some of them; they are not saved.
  init(documents: [Document])
}

extension CheckDocuments {
  /// The answer of the service whose documents they are.
  public func problems<Value: StoredValue>(as type: Value.Type) -> DocumentProblems {
    DocumentProblems(
      problems: Dictionary(
        documents.compactMap { document in document.problem(as: type).map { (document.id, $0) } },
        uniquingKeysWith: { first, _ in first }))
  }
}

/// Problems of documents.
public struct DocumentProblems: Codable, Hashable, Sendable {
  /// A sentence for each invalid document, by its id; empty if all are valid.
  public var problems: [String: String]

  /// Problems by the ids of the documents.
  public init(problems: [String: String] = [:]) { self.problems = problems }
}
