import Composition
import Documents
import FastJSON

/// Representation of a collection's documents in archives. Default: unchanged.
struct Archiving: Sendable {
  /// Members of a body.
  typealias Members = [String: RawJSON]

  /// True if each document belongs to a team.
  var hasTeams = false
  /// Members that record progress, and therefore change even if no user edits the document.
  var volatile: [String] = []
  /// Removes other irrelevant differences between an existing document and an archived one.
  var align: @Sendable (_ here: inout Members, _ archived: inout Members) -> Void = { _, _ in }
  /// Removes the secrets of a document.
  var withoutSecrets: @Sendable (Document) throws -> Document = { $0 }
  /// Converts a document of an archive to the form in which it is stored here.
  var imported: @Sendable (Document) throws -> Document = { $0 }
  /// Returns the reason why a document of an archive cannot be imported; nil if it can.
  var obstacle: @Sendable (Document) -> String? = { _ in nil }
  /// Documents that prevent the import of a document with the same id; nil for none.
  var conflict: Conflict?
  /// Maximum number of documents per installation; nil for no limit.
  var maxDocuments: Int?
  /// Restores a document through its service; nil if the router writes it.
  var restore: (@Sendable (Document, Parent) async throws -> Void)?
  /// Creates the event that announces a restored document; nil if no event announces it.
  var announcement: (@Sendable (Document) throws -> NewEvent)?

  /// Documents that prevent an import.
  struct Conflict: Sendable {
    /// Their collection.
    var collection: String
    /// Reason, as a sentence.
    var reason: String
  }
}
