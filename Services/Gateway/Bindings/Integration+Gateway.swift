import Composition

extension Integration {
  /// Binds the gateway, whose sessions and invitations are stored like other documents.
  mutating func bindGateway() {
    bindStore(of: .gateway)
  }
}
