import Bus
import Foundation

/// The actor that the router writes into the header of each command of a key: the header's `by`.
///
/// It consists only of characters that need no escape in JSON, and is short, whatever the name of
/// the key is.
public struct KeyActor: Hashable, Sendable {
  /// The id of the actor: `tool/NAME`, `service/NAME` for the key of a service, `person/UUID`, or
  /// `token/UUID`.
  /// Characters other than ASCII letters, digits and `-._~@+:` are percent-encoded.
  public let id: String

  /// Creates the actor of a key.
  ///
  /// - Parameters:
  ///   - name: the name of the key's owner.
  ///   - fingerprint: replaces a name that is too long, because a shortened name could be that of
  ///     another key.
  ///   - person: the person as whom the key acts; nil for a key of a tool or a service.
  init(name: String, fingerprint: String, isService: Bool, person: UUID? = nil) {
    if let person, !isService {
      self.init(id: PersonActor.id(of: person))
      return
    }
    let kind = isService ? "service/" : "tool/"
    let encoded = name.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? fingerprint
    let fits = kind.utf8.count + encoded.utf8.count <= Limits.actorBytes
    self.init(id: kind + (fits ? encoded : fingerprint))
  }

  /// Creates the actor of the commands that a service sends for a person or a token.
  init(_ principal: Principal) { self.init(id: principal.actor) }

  private init(id: String) { self.id = id }

  /// True if an actor that a service passes on has the form of one: printable ASCII without spaces,
  /// at most `Limits.actorBytes` long.
  package static func isID(_ text: String) -> Bool {
    (1...Limits.actorBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~@+:")
}
