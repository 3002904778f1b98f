extension FeatureVerbs {
  static let persistence = FeatureVerbs(
    name: "Persistence",
    commands: [.data: [BackupVerb.verb, RestoreVerb.verb, UnreadableVerb.verb]])
}
