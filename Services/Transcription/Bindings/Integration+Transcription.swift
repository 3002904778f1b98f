import Bus
import Composition
import PersistenceAPI
import Standups
import StandupsAPI
import TranscriptionAPI

extension Integration {
  /// Binds the transcription service: stores decisions on recording, and reports a denial to a live
  /// meeting. A service that is starting requests the decisions and the streams of all features.
  mutating func bindTranscription() {
    bind(
      SpeechAuthorizationChanged.self, of: "transcription",
      to: [Commit.self, TellRecordingDenied.self], publishing: [StandupRecordingDecided.type]
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
  /// Makes a decision on recording durable, and publishes it.
  func keep(_ decision: SpeechAuthorizationChanged) async throws {
    let event = try Authorizations.event(decision)
    try await commit(
      Commit(
        changes: [try Authorizations.change(decision)], events: event.map { [$0] } ?? [],
        idempotency: event == nil ? nil : once))
  }
}
