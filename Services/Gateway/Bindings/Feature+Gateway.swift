extension Feature {
  /// The gateway, which stores the logins of browsers.
  static let gateway = Feature(
    name: "gateway", bind: { parent, _ in parent.bindGateway() },
    documents: [DocumentKind("gateway.sessions"), DocumentKind("gateway.invites")])
}
