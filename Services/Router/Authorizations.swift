import Bus
import BusRouter
import Documents
import FastJSON
import PersistenceAPI
import Standups
import StandupsAPI
import TranscriptionAPI

/// What was decided on speech recognition, as documents.
enum Authorizations {
  private static let collection = "authorizations"

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

  /// What others hear of it; nothing of a subject that is no standup.
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

  /// A page of what was decided: of all subjects, or of the one that was asked for.
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

  /// By subject. One that cannot be read is as if nobody had been asked: the person can decide anew,
  /// and everybody else's meetings are heard.
  private static func decisions(_ page: DocumentPage) -> [String: Bool] {
    var decisions: [String: Bool] = [:]
    for document in page.documents {
      guard let body = try? document.body.decode(as: Body.self) else { continue }
      decisions[document.id] = body.isGranted
    }
    return decisions
  }
}

extension WorkSource<RecognitionRequested> {
  /// What was decided on recording, before any stream is opened.
  static let authorizations = kept("authorizations", asking: [Load.self]) {
    try await Authorizations.page($0, $1, $2)
  }
}
