import Bus
import Foundation
public import Schema

extension Person {
  /// Maximum number of persons of an installation.
  public static let maxCount = 200_000
  /// Maximum number of bytes of a name of a person or a team.
  public static let maxNameBytes = 64
  /// Maximum number of bytes of an e-mail address (RFC 5321, 4.5.3.1.3, without the brackets).
  public static let maxEmailBytes = 254
  /// Maximum number of bytes of the name of a time zone.
  public static let maxZoneBytes = 64
  /// Maximum number of identities of a person.
  public static let maxIdentities = 16
  /// Maximum number of teams of a person.
  public static let maxTeams = TeamScope.maxTeams

  /// The error for an invalid name of a person or a team.
  public static let nameProblem =
    "Invalid name: it must not be blank, exceed \(maxNameBytes) bytes or contain control characters."
  /// The error for an invalid e-mail address.
  public static let emailProblem =
    "Invalid e-mail address; expected one such as ann@example.com, in ASCII and at most \(maxEmailBytes) bytes long."

  /// Checks the name of a person or a team: visible, at most 64 bytes, and without control
  /// characters, including those that change the direction of writing.
  public static func isName(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return scalars.contains(where: isVisible) && text.utf8.count <= maxNameBytes
      && !text.hasControlCharacters && !scalars.contains { $0.properties.isBidiControl }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .format
  }

  /// Checks that an e-mail address consists of a name and a domain: printable ASCII characters
  /// without spaces and capital letters, with one `@` that is neither the first nor the last.
  public static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= maxEmailBytes
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && text == text.lowercased()
  }

  /// Returns true if the person has an identity at an issuer, which only then can grant roles.
  public func hasIdentity(at issuer: String) -> Bool {
    identities.contains { Identity.isSame($0.issuer, issuer) }
  }

  /// The form in which an e-mail address is saved; nil for an invalid one.
  ///
  /// Only ASCII becomes lower case: the lower case of the Kelvin sign, for example, is the letter `k`,
  /// so that the address would become that of another person.
  public static func email(_ text: String) -> String? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let email = text.lowercased()
    return isEmail(email) ? email : nil
  }

  /// Checks that this system knows the time zone.
  public static func isZone(_ text: String) -> Bool {
    text.utf8.count <= maxZoneBytes && TimeZone.knownTimeZoneIdentifiers.contains(text)
  }
}

extension Identity {
  /// Maximum number of bytes of an issuer and of a subject.
  public static let maxPartBytes = 256
  /// The error for an invalid identity.
  public static let problem =
    "Invalid identity; expected an issuer and a subject of 1 to \(maxPartBytes) bytes each, without control characters."

  /// True if both parts have 1 to 256 bytes and no control characters.
  public var isValid: Bool { [issuer, subject].allSatisfy(Self.isPart) }

  /// Checks an issuer or a subject: 1 to 256 bytes, and no control characters.
  public static func isPart(_ text: String) -> Bool { text.isLine(maxPartBytes) }

  /// Returns true if both issuers are the same, byte by byte; false for nil.
  public static func isSame(_ one: String?, _ other: String) -> Bool {
    one?.utf8.elementsEqual(other.utf8) ?? false
  }
}

extension Team {
  /// Maximum number of teams, including the removed ones, whose ids stay reserved.
  public static let maxCount = 10_000
  /// Maximum number of bytes of an id.
  public static let maxIDBytes = TeamID.maxBytes

  /// The error for an invalid id.
  public static let idProblem =
    "Invalid id of a team; expected 1 to \(maxIDBytes) characters a–z, 0–9 and “-”, beginning with a letter."

  /// Checks the id of a team, which is a part of topics and of NATS subjects.
  public static func isID(_ text: String) -> Bool { TeamID.isValid(text) }

  /// The id that is made from a name if no other is given: its letters and digits in lower case and
  /// without accents, with `-` for everything between them. Empty if the name has no letter of the
  /// Latin alphabet.
  public static func id(for name: String) -> String {
    let plain = name.decomposedStringWithCompatibilityMapping.lowercased()
    let words = plain.unicodeScalars.filter { !$0.properties.isDiacritic && $0.value < 0x300 }
      .split { !isPart($0) }
    let text = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: "-")
    let id = String(text.drop { !$0.isLetter }.prefix(maxIDBytes))
    return String(id.reversed().drop { $0 == "-" }.reversed())
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    UInt8(exactly: scalar.value).map(TeamID.isLetterOrDigit) ?? false
  }
}

extension Bounds {
  /// Id of a person.
  public static let personID = uuid.named("PersonID")
  /// Name of a person or a team: visible, at most 64 bytes, and without control characters, including
  /// those that change the direction of writing.
  public static let displayName = line(
    Person.maxNameBytes, isVisible: true,
    without: #"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"#
  ).named("DisplayName")
  /// E-mail address; services write it in lower case and accept either.
  public static let emailAddress = text(3...Person.maxEmailBytes, pattern: "^[^@]+@[^@]+$")
    .named("EmailAddress")
  /// Issuer or subject of an identity: 1 to 256 bytes, without control characters.
  public static let identityPart = line(Identity.maxPartBytes).named("IdentityPart")
}
