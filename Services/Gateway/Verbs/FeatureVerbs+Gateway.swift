extension FeatureVerbs {
  static let gateway = FeatureVerbs(
    name: "Gateway",
    commands: [.focusAndBrowser: [WebVerb.verb], .integrations: [TokensVerb.verb]],
    opens: { place in
      switch place {
      case .tokens: Opening(TokensVerb.verb)
      case .sessions: Opening(WebVerb.sessions)
      default: nil
      }
    },
    linksHelp: "standups:///tokens shows the tokens, and standups:///sessions who is logged in.",
    eventDetail: { event, _ in EventLine.detailOfGateway(event) })
}
