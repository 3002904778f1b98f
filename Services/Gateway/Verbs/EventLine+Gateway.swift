import Bus
import GatewayAPI

extension EventLine {
  /// The most important data of an event about tokens; nil for any other event.
  static func detailOfGateway(_ event: CloudEvent) -> String? {
    switch event.type {
    case TokenAdded.type: (try? event.data.decode(as: TokenAdded.self))?.name ?? ""
    case TokenRevoked.type: ""
    default: nil
    }
  }
}
