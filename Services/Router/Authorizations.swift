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

  /// All decisions, by subject. One that cannot be read is as if nobody had been asked: the person can
  /// decide anew, and everybody else's meetings are heard.
  static func load(_ parent: Parent) async throws -> [String: Bool] {
    var decisions: [String: Bool] = [:]
    var after: String?
    repeat {
      let page = try await parent.send(Load(collection: collection, after: after, limit: 1000))
      for document in page.documents {
        guard case .bool(let isGranted)? = document.body["isGranted"] else { continue }
        decisions[document.id] = isGranted
      }
      after = page.next
    } while after != nil
    return decisions
  }
}
