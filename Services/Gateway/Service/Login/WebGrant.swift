import Bus
import Foundation
import GatewayAPI

/// The permissions of an invitation or a session: those of a role, or those of a person.
enum WebGrant: Hashable, Sendable {
  case role(WebRole)
  case person(UUID)

  /// Validates the two forms of an invitation.
  ///
  /// - Throws: `invalid` unless exactly one of them is given, and the person is a UUID.
  init(_ invite: InviteToWeb) throws(BusError) {
    switch (invite.role, invite.person) {
    case (let role?, nil): self = .role(role)
    case (nil, let person?): self = .person(try Self.person(person))
    default:
      throw BusError(
        .invalid, "Expected either “role” or “person”, the id of a person.",
        detail: ["field": "person"])
    }
  }

  /// Parses the id of a person.
  ///
  /// - Throws: `invalid` for anything but a UUID.
  static func person(_ text: String) throws(BusError) -> UUID {
    guard let id = UUID(text: text) else {
      throw BusError(
        .invalid, "Invalid id of a person; expected a UUID.", detail: ["field": "person"])
    }
    return id
  }

  /// Parses the id of an invitation.
  ///
  /// - Throws: `invalid` for anything but a UUID.
  static func invitation(_ text: String) throws(BusError) -> UUID {
    guard let id = UUID(text: text) else {
      throw BusError(
        .invalid, "Invalid id of an invitation; expected a UUID.", detail: ["field": "id"])
    }
    return id
  }

  var role: WebRole? { if case .role(let role) = self { role } else { nil } }
  var person: UUID? { if case .person(let person) = self { person } else { nil } }

  /// Describes the first problem with the stored form; nil if it is valid.
  static func problem(_ role: WebRole?, _ person: UUID?) -> String? {
    (role == nil) != (person == nil) ? nil : "Expected either a role or a person."
  }
}
