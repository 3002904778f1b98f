import Bus
import Foundation
import PeopleAPI

/// Formats persons as human-readable text.
enum PersonText {
  /// The name in quotation marks.
  static func name(_ person: Person) -> String { "“\(DisplayText.safe(person.name))”" }

  /// The numbers of roles and identities, such as “2 roles and 1 identity”.
  static func counts(_ person: Person) -> String {
    DisplayText.count(person.teams.count, "role") + " and "
      + DisplayText.count(person.identities.count, "identity", plural: "identities")
  }

  /// The id with the name and the e-mail address, for a choice between several persons.
  static func candidate(_ person: Person) -> String {
    let about = [person.name] + (person.email.map { [$0] } ?? [])
    return "\(person.id) (\(DisplayText.safe(about.joined(separator: ", "))))"
  }

  /// A table of persons with the starts of their ids.
  static func table(_ people: [Person], _ context: CommandContext) -> [String] {
    var table = Table(header: ["NAME", "E-MAIL", "TEAMS", "ID"], flexible: 2, optional: [1])
    table.rows = people.map { person in
      [
        DisplayText.safe(person.name), DisplayText.safe(person.email ?? ""), teams(person),
        String(person.id.prefix(8)),
      ]
    }
    return table.lines(width: context.console.width, ink: context.console.ink)
  }

  /// All properties of a person.
  static func lines(_ person: Person, _ context: CommandContext) -> [String] {
    let rows: [(String, String?)] =
      [
        ("ID", person.id), ("E-mail", person.email.map(DisplayText.safe)),
        ("Time zone", person.zone.map(DisplayText.safe)),
        (
          "Teams",
          person.teams.isEmpty && person.isOperator != true
            ? "none" : teams(person, namesIssuers: true)
        ),
      ]
      + person.identities.enumerated().map { index, identity in
        (index == 0 ? "Identity" : "", self.identity(identity))
      }
    return [context.console.ink.bold(DisplayText.safe(person.name))]
      + rows.compactMap { name, value in
        value.map { name.padding(toLength: 11, withPad: " ", startingAt: 0) + $0 }
      }
  }

  /// An account, such as “ann” at proxy.
  static func identity(_ identity: Identity) -> String {
    "“\(DisplayText.safe(identity.subject))” at \(DisplayText.safe(identity.issuer))"
  }

  /// The teams with the roles in them, such as “web (admin), ops (member)”.
  ///
  /// - Parameter namesIssuers: true to add the sign-in providers that grant the roles.
  private static func teams(_ person: Person, namesIssuers: Bool = false) -> String {
    var parts: [String] = []
    if person.isOperator == true {
      parts = [namesIssuers ? role("operator", person.operatorIssuer) : "operator"]
    }
    for membership in person.teams {
      let role = membership.role.rawValue
      let issuer = namesIssuers ? membership.issuer : nil
      let text = issuer.map { "\(role), \(DisplayText.safe($0))" } ?? role
      parts.append("\(DisplayText.safe(membership.team)) (\(text))")
    }
    return parts.joined(separator: ", ")
  }

  /// A role with the sign-in provider that grants it, if one does, such as
  /// “member (https://login.example.com)”.
  static func role(_ role: String, _ issuer: String?) -> String {
    issuer.map { "\(role) (\(DisplayText.safe($0)))" } ?? role
  }
}
