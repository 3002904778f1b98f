extension FeatureVerbs {
  static let gateway = FeatureVerbs(
    name: "Gateway", commands: [.focusAndBrowser: [WebVerb.verb]])
}
