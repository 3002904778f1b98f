extension FeatureVerbs {
  static let gateway = FeatureVerbs(
    name: "Gateway",
    commands: [.focusAndBrowser: [WebVerb.verb], .integrations: [TokensVerb.verb]],
    eventDetail: { event, _ in EventLine.detailOfGateway(event) })
}
