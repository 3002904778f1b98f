extension Feature {
  /// The gateway, which stores the logins of browsers and the tokens of programs.
  static let gateway = Feature(
    name: "gateway", bind: { parent, _ in parent.bindGateway() },
    documents: [
      DocumentKind("gateway.sessions"), DocumentKind("gateway.invites"),
      DocumentKind("gateway.tokens"),
    ])
}
