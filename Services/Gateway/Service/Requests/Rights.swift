import Bus
import GatewayAPI
import WebServer

/// Rights of each role for every target of the bus: those of the bus role of the same name. A
/// visitor may send commands only to the targets that Rights+Targets.swift lists.
enum Rights {
  /// True if a role may send commands to a target. Unknown targets are denied.
  static func allows(_ role: WebRole, _ target: String) -> Bool {
    targets[target]?.isGranted(to: role.role) ?? false
  }

  /// True if any role may send commands to the target.
  static func knows(_ target: String) -> Bool { allows(.operator, target) }
}

extension WebRole {
  /// The role of the bus with the same permissions.
  fileprivate var role: Role {
    switch self {
    case .operator: .operator
    case .observer: .observer
    }
  }
}

extension Gateway {
  /// Error response if the visitor may not send commands to a target; nil if they may.
  func refusal(of target: String, to visitor: Visitor) -> WebAnswer? {
    if Rights.allows(visitor.role, target) { return nil }
    return Rights.knows(target)
      ? refuse(BusError(.denied, "An \(visitor.role.rawValue) is not allowed to send “\(target)”."))
      : refuse(BusError(.unroutable, "Unknown command “\(target)”."))
  }
}
