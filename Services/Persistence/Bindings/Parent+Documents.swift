import Composition
import Documents
import PersistenceAPI

extension Parent {
  /// The documents with these ids that exist.
  func documents(
    _ ids: [String], of collection: String, _ form: DocumentQuery.Form
  ) async throws -> [Document] {
    var found: [Document] = []
    var rest = ids[...]
    while !rest.isEmpty {
      let asked = Array(rest)
      let page = try await send(
        Load(DocumentQuery(collection: collection, ids: asked, form: form)))
      found += page.documents
      rest = rest.dropFirst(page.answered(of: asked))
    }
    return found
  }
}
