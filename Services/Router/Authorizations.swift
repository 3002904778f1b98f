import Bus
import Messages

/// What was decided on speech recognition, as documents.
enum Authorizations {
  private static let collection = "authorizations"

  private struct Body: Codable {
    var isGranted: Bool
  }

  static func document(_ call: SpeechAuthorizationChanged) throws -> Document {
    Document(
      collection: collection, id: call.subject,
      body: try JSONValue(encoding: Body(isGranted: call.isGranted)))
  }

  /// All decisions, by subject.
  static func load(_ parent: Parent) async throws -> [String: Bool] {
    var decisions: [String: Bool] = [:]
    var after: String?
    repeat {
      let page = try await parent.send(Load(collection: collection, after: after, limit: 1000))
      for document in page.documents {
        decisions[document.id] = try document.body.decode(as: Body.self).isGranted
      }
      after = page.next
    } while after != nil
    return decisions
  }
}
