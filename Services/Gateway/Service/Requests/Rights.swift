import Bus
import GatewayAPI
import PeopleAPI
import ServiceCatalog
import WebServer

/// Rights of each role for every target of the bus: those of the bus role of the same name, or of
/// the person's role. A visitor may send commands only to the targets that Rights+Targets.swift
/// lists.
enum Rights {
  /// True if a role may send commands to a target. Unknown targets are denied.
  static func allows(_ role: PageRole, _ target: String) -> Bool {
    targets[target].map { allows(role, $0) } ?? false
  }

  /// True if a role grants a permission.
  static func allows(_ role: PageRole, _ access: CommandAccess) -> Bool {
    switch role {
    case .operator: access.isGranted(to: .operator)
    case .observer: access <= TeamRole.observer.access
    case .member: access <= TeamRole.member.access
    case .admin: access <= TeamRole.admin.access
    }
  }

  /// True if the target is one of an outside service, whose permission only the router knows.
  static func isOutside(_ target: String) -> Bool {
    !ServiceCatalog.reservedWords.contains(String(target.prefix { $0 != "." }))
  }

  /// Commands whose reply contains access that would outlive a token, with its name.
  static let outlivingAccess = [AddToken.target: "tokens", InviteToWeb.target: "invitations"]

  /// Commands with which a person consents to the recognition of their own voice, or withdraws the
  /// consent. A program cannot do so for them.
  static let consents: Set<String> = [AgreeToVoice.target, WithdrawVoice.target]

  /// Commands that an error names instead of an unknown one: those with the same first word.
  static func commands(like target: String) -> String {
    let word = target.prefix { $0 != "." } + "."
    let known = targets.keys.filter { $0.hasPrefix(word) }.sorted()
    return known.isEmpty
      ? "a wire name such as standups.list" : "one of \(known.joined(separator: ", "))"
  }

  /// True if any role may send commands to the target.
  static func knows(_ target: String) -> Bool { allows(.operator, target) }
}

extension Gateway {
  /// Error response if the visitor may not send commands to a target; nil if they may, or if the
  /// router decides.
  ///
  /// - Parameter isDecidedHere: true for a command to another cell, whose router does not know the
  ///   person, and for a file, which the browser sends before the router can decide.
  func refusal(
    of target: String, to visitor: Visitor, isDecidedHere: Bool
  ) -> WebAnswer? {
    denial(of: target, to: visitor, isDecidedHere: isDecidedHere).map { refuse($0) }
  }

  /// The error of `refusal(of:to:isDecidedHere:)`, for commands that no request of their own sends.
  func denial(
    of target: String, to visitor: Visitor, isDecidedHere: Bool
  ) -> BusError? {
    if let commands = visitor.commands, !commands.contains(target) {
      return BusError(.denied, "The token does not permit sending “\(target)”.")
    }
    // A leaked token must not outlive its revocation.
    if visitor.isToken,
      let access = Rights.outlivingAccess[target]
    {
      return BusError(.denied, "A token cannot create \(access).")
    }
    if visitor.isToken, Rights.consents.contains(target) {
      return BusError(
        .denied, "A token cannot consent for a person; the person logs in to the page instead.")
    }
    let isDecidedByRouter = visitor.principal != nil && !isDecidedHere
    // The router knows the permissions of outside services.
    let isOutside =
      Rights.isOutside(target) && (isDecidedByRouter || visitor.role == .operator)
    guard isOutside || Rights.knows(target) else {
      return BusError(.unroutable, "Unknown command “\(target)”.")
    }
    guard isOutside || isDecidedByRouter || Rights.allows(visitor.role, target) else {
      return BusError(
        .denied, "The role \(visitor.role.rawValue) does not permit sending “\(target)”.")
    }
    return nil
  }
}
