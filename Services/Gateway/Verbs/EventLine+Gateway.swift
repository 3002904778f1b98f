import Bus
import GatewayAPI

extension EventLine {
  /// The most important data of an event about tokens, invitations or logins; nil for any other
  /// event.
  static func detailOfGateway(_ event: CloudEvent) -> String? {
    // Ignored because the type of an event is sufficient if its data cannot be decoded.
    func data<Data: Decodable>(_ type: Data.Type) -> Data? { try? event.data.decode(as: type) }
    func access(_ person: String?, _ role: WebRole?) -> String {
      person.map { "person \($0.prefix(8))" } ?? role?.rawValue ?? ""
    }
    return switch event.type {
    case TokenAdded.type: data(TokenAdded.self)?.name ?? ""
    case TokenRevoked.type, InvitationWithdrawn.type: ""
    case InvitationAdded.type: data(InvitationAdded.self).map { access($0.person, $0.role) } ?? ""
    case LoginBegan.type:
      data(LoginBegan.self).map { "\(access($0.person, $0.role)), \(way($0.how))" } ?? ""
    case LoginEnded.type: data(LoginEnded.self).map { access($0.person, nil) } ?? ""
    default: nil
    }
  }

  /// A way to log in, for the audit.
  private static func way(_ how: LoginBegan.Way) -> String {
    switch how {
    case .link: "with a link"
    case .phone: "on a phone"
    case .provider: "at a provider"
    }
  }
}
