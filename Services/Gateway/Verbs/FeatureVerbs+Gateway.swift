extension FeatureVerbs {
  static let gateway = FeatureVerbs(
    name: "Gateway",
    commands: [.focusAndBrowser: [WebVerb.verb], .integrations: [TokensVerb.verb]],
    opens: { $0 == .tokens ? Opening(TokensVerb.verb) : nil },
    linksHelp: "standups:///tokens shows the tokens.",
    eventDetail: { event, _ in EventLine.detailOfGateway(event) })
}
