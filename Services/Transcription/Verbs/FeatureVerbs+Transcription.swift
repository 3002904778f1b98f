extension FeatureVerbs {
  static let transcription = FeatureVerbs(
    name: "Transcription",
    commands: [.standups: [RecordingVerb.verb], .program: [EngineVerb.verb]],
    opens: { place in
      guard case .settings(let standup) = place else { return nil }
      return Opening { try await RecordingVerb.status(standup, $0) }
    },
    archived: [ArchivedCollection(name: "authorizations", noun: "recording decision")])
}
