import Composition
import Documents

/// Validates documents from an archive or another cell.
///
/// A body is decoded as the type that its service uses. Some kinds of documents are validated by
/// their services, because no other program can decode them.
enum DocumentRules {
  /// Describes the first problem of a document; nil if a command could have written it. If a
  /// service has to validate the document, only its form is checked here.
  static func problem(_ document: Document) -> String? {
    guard let problem = DocumentKind.of(document.collection)?.problem else {
      return
        "Invalid collection “\(document.collection.prefix(40))”; archives and slots do not contain it."
    }
    return problem(document)
  }
}

extension Parent {
  /// Documents that their services reject, each with the reason.
  func rejected(
    of documents: [Document]
  ) async throws -> [(document: Document, problem: String)] {
    var rejected: [(document: Document, problem: String)] = []
    for kind in DocumentKind.all {
      guard let check = kind.check else { continue }
      let own = documents.filter { $0.collection == kind.collection }
      guard !own.isEmpty else { continue }
      let problems = try await problems(check.init(documents: own))
      for document in own {
        if let problem = problems[document.id] { rejected.append((document, problem)) }
      }
    }
    return rejected
  }

  private func problems(_ command: some CheckDocuments) async throws -> [String: String] {
    try await send(command).problems
  }
}
