extension FeatureVerbs {
  static let bridge = FeatureVerbs(
    name: "Bridge", commands: [.integrations: [BridgeVerb.verb]])
}
