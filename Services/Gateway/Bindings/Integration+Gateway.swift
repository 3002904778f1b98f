import Composition

extension Integration {
  /// Binds the gateway's messages. Its sessions, invitations and tokens are stored like other
  /// documents, and the router publishes the events about tokens, invitations and logins.
  mutating func bindGateway() {
    bindStore(of: .gateway, publishing: ["invitation.*", "login.*", "token.*"])
  }
}
