public import Foundation

/// The sender for whom the gateway sends a command (`Header.for`), and whose permissions then
/// decide: a person, or a program with a token.
public enum Principal: Hashable, Sendable {
  /// A person, with the roles that they have at that time.
  case person(UUID)
  /// A program that has a token with this id and role: `operator`, `observer` or a role in a team.
  case token(UUID, Role)
}

extension Principal: LosslessStringConvertible {
  private static let tokenPrefix = "token/"

  /// Parses the form of the header: `person/UUID` or `token/UUID/ROLE`; nil for anything else.
  public init?(_ text: String) {
    if let person = PersonActor.person(in: text) {
      self = .person(person)
      return
    }
    guard text.hasPrefix(Self.tokenPrefix) else { return nil }
    let parts = text.dropFirst(Self.tokenPrefix.count).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let id = UUID(text: String(parts[0])),
      let role = Role(String(parts[1])),
      Self.isOfToken(role)
    else { return nil }
    self = .token(id, role)
  }

  /// The form of the header.
  public var description: String {
    switch self {
    case .person: actor
    case .token(_, let role): "\(actor)/\(role)"
    }
  }

  /// The id of the actor of what results from the command: `person/UUID` or `token/UUID`.
  public var actor: String {
    switch self {
    case .person(let id): PersonActor.id(of: id)
    case .token(let id, _): Self.tokenPrefix + id.lowercaseText
    }
  }

  /// The person; nil for a token.
  public var person: UUID? { if case .person(let id) = self { id } else { nil } }

  /// Returns true if an actor is a token.
  static func isToken(_ actor: String) -> Bool { actor.hasPrefix(tokenPrefix) }

  /// Returns the id of a token from that of an actor; nil for another actor.
  public static func token(in actor: String) -> UUID? {
    actor.hasPrefix(tokenPrefix) ? UUID(text: String(actor.dropFirst(tokenPrefix.count))) : nil
  }

  /// True for the roles that a token may have.
  public static func isOfToken(_ role: Role) -> Bool {
    switch role {
    case .operator, .observer, .team: true
    case .loadtest, .person, .service: false
    }
  }
}
