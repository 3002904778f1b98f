import GatewayAPI

/// Rights of the roles, for every target of the bus. A visitor can send only the targets that
/// Rights+Targets.swift lists.
enum Rights {
  /// True if a role may send a target. Unknown targets are denied.
  static func allows(_ role: WebRole, _ target: String) -> Bool {
    switch role {
    case .observer: reading.contains(target)
    case .operator: reading.contains(target) || operating.contains(target)
    }
  }

  /// True if any role may send the target.
  static func knows(_ target: String) -> Bool { allows(.operator, target) }
}
