import Bus
import Composition
import Documents
import FastJSON
import PersistenceAPI
import Standups
import StandupsAPI
import TranscriptionAPI

/// Decisions on speech recognition, as documents.
enum Authorizations {
  static let collection = "authorizations"

  private struct Body: Codable {
    var isGranted: Bool
  }

  static func change(_ call: SpeechAuthorizationChanged) throws -> DocumentChange {
    guard let isGranted = call.isGranted else {
      return .delete(collection: collection, id: call.subject)
    }
    return .put(
      Document(
        collection: collection, id: call.subject,
        body: try RawJSON(encoding: Body(isGranted: isGranted))))
  }

  /// Describes the first problem of a document; nil if it is a valid decision.
  static func problem(_ document: Document) -> String? {
    do {
      _ = try document.body.decode(as: Body.self)
      return nil
    } catch {
      return "“isGranted” must be true or false."
    }
  }

  /// Event that reports a decision; nil if the subject is not a standup.
  static func event(_ call: SpeechAuthorizationChanged) throws -> NewEvent? {
    guard let standup = Standup.ID(call.subject) else { return nil }
    let decision: StandupRecordingDecided.Decision =
      switch call.isGranted {
      case true?: .allowed
      case false?: .denied
      case nil: .ask
      }
    return try .of(
      StandupRecordingDecided(decision: decision), about: "\(standup)", standup: "\(standup)")
  }

  /// A page of decisions: either those of all subjects, or the decision about the requested
  /// subject.
  static func page(
    _ request: RecognitionRequested, _ after: String?, _ parent: Parent
  ) async throws -> RecognitionRequested.Reply {
    let page = try await parent.send(
      Load(
        DocumentQuery(
          collection: collection, ids: request.subject.map { [$0] }, after: after,
          limit: request.subject == nil ? 1000 : nil)))
    return RecognitionRequested.Reply(
      authorizations: decisions(page), streams: [], next: page.next)
  }

  /// Decisions by subject. An unreadable decision may have been a denial, and counts as one, so
  /// that no person is recorded against their will; they can decide again. Persistence reports the
  /// document in its health.
  private static func decisions(_ page: DocumentPage) -> [String: Bool] {
    Dictionary(
      page.documents.map { ($0.id, (try? $0.body.decode(as: Body.self))?.isGranted ?? false) },
      uniquingKeysWith: { $0 && $1 })
  }
}

extension WorkSource<RecognitionRequested> {
  /// Decisions on recording, which are sent before any stream is opened.
  static let authorizations = kept("authorizations", asking: [Load.self]) {
    try await Authorizations.page($0, $1, $2)
  }
}
