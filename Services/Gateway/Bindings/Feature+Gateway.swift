extension Feature {
  /// The gateway, which stores the logins of browsers.
  static let gateway = Feature(
    name: "gateway",
    documents: [DocumentKind("gateway.sessions"), DocumentKind("gateway.invites")])
}
