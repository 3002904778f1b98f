extension FeatureVerbs {
  static let assistant = FeatureVerbs(
    name: "Assistant", commands: [.integrations: [MCPVerb.verb]])
}
