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

  /// What a page of the parent's answer begins with that holds decisions; the others hold streams.
  private static let prefix = "authorizations/"

  /// A page of all that transcription should know: first the decisions, then the streams. On one page
  /// are those that fit a message.
  static func page(
    _ request: RecognitionRequested, _ parent: Parent
  ) async throws -> RecognitionRequested.Reply {
    if let subject = request.subject {
      let found = try await parent.send(Load(collection: collection, id: subject))
      return RecognitionRequested.Reply(authorizations: decisions(found), streams: [])
    }
    var authorizations: [String: Bool] = [:]
    let cursor = request.after.flatMap {
      $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil
    }
    if request.after == nil || cursor != nil {
      let page = try await parent.send(Load(collection: collection, after: cursor, limit: 1000))
      authorizations = decisions(page)
      if let next = page.next {
        return RecognitionRequested.Reply(
          authorizations: authorizations, streams: [], next: prefix + next)
      }
    }
    let work = try await parent.send(
      GetLiveWork(after: cursor == nil ? request.after : nil, only: .streams))
    return RecognitionRequested.Reply(
      authorizations: authorizations, streams: work.streams, next: work.next)
  }

  /// By subject. One that cannot be read is as if nobody had been asked: the person can decide anew,
  /// and everybody else's meetings are heard.
  private static func decisions(_ page: Load.Reply) -> [String: Bool] {
    var decisions: [String: Bool] = [:]
    for document in page.documents {
      guard case .bool(let isGranted)? = document.body["isGranted"] else { continue }
      decisions[document.id] = isGranted
    }
    return decisions
  }
}
