import Composition

extension Integration {
  /// Binds the gateway's messages. Its sessions and invitations are stored like other documents.
  mutating func bindGateway() {
    bindStore(of: .gateway)
  }
}
