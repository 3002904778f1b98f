import Bus
import Composition
import Documents
import PersistenceAPI
import Standups
import StandupsAPI
import TranscriptionAPI

extension Integration {
  /// Binds the transcription service: stores decisions on recording, and reports a denial to a live
  /// meeting. A service that is starting requests the decisions and the streams of all features.
  mutating func bindTranscription() {
    bind(SpeechSubjectNamed.self, of: "transcription", to: [GetStandup.self]) { named, parent in
      _ = try await parent.standup(named: named.subject)
      return Done()
    }
    bind(DictationNamed.self, of: "transcription", to: [GetStandup.self]) { named, parent in
      guard let standup = try await parent.standup(named: named.standup) else {
        throw BusError(.notFound, "Standup “\(named.standup)” not found. It may have been deleted.")
      }
      let person = named.person.flatMap { Attendee.PersonID($0) }
      let isAllowed =
        named.person == nil || standup.attendees.contains(where: { $0.person == person })
      return DictationNamed.Reply(
        isAllowed: isAllowed, language: isAllowed ? standup.language : nil)
    }
    bind(
      SpeechAuthorizationChanged.self, of: "transcription",
      to: [Load.self, Commit.self, TellRecordingDenied.self],
      publishing: [StandupRecordingDecided.type]
    ) { call, parent in
      try await parent.keep(call)
      if call.isGranted != true, let standup = Standup.ID(call.subject) {
        _ = try await parent.send(TellRecordingDenied(standup: standup))
      }
      return Done()
    }
    gather(
      RecognitionRequested.self, of: "transcription", from: Feature.all.flatMap(\.streams))
  }
}

extension Parent {
  /// Makes a decision on recording durable, and publishes it as an event of the standup's team.
  func keep(_ decision: SpeechAuthorizationChanged) async throws {
    var event = try Authorizations.event(decision)
    if let standup = event?.labels.standup { event?.labels.team = try await team(of: standup) }
    try await commit(
      Commit(
        changes: [try Authorizations.change(decision)], events: event.map { [$0] } ?? [],
        idempotency: event == nil ? nil : once))
  }

  /// Id of the team of a standup; nil for an unknown standup. The document is read because the
  /// decision must not depend on the standups service.
  private func team(of standup: String) async throws -> String? {
    let query = DocumentQuery(
      collection: DocumentKind.standups.collection, ids: [standup], form: .digest)
    return try await send(Load(query)).documents.first?.team
  }
}
