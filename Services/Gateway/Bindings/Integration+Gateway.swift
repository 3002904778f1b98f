import Bus
import BusRouter
import GatewayAPI
import PersistenceAPI

extension Integration {
  /// Binds the gateway, whose sessions and invitations are stored like other documents.
  mutating func bindGateway() {
    bindTerm(GatewayTermBegun.self, of: "gateway")
    bindChanges(GatewayChangesDecided.self, of: "gateway")
    forward(GatewayDocumentsRequested.self, of: "gateway") { Load($0.query) }
  }
}
