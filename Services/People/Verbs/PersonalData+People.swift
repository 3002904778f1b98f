import Bus
import FastJSON
import Foundation
import PeopleAPI

extension PersonalData {
  /// The persons with the name, who belong to no standup.
  static let inPeople = PersonalData(
    member: "people", json: "[id]",
    help:
      "All persons with exactly that name are removed too, with their roles, identities and voice prints,"
      + " unless --standup is given."
  ) { name, standup, connection in
    let persons = standup == nil ? try await persons(named: name, connection) : []
    return Found(json: try RawJSON(encoding: persons.map(\.id)), lines: persons.map(line)) {
      connection in
      for person in persons { _ = try await connection.send(RemovePerson(id: person.id)) }
    }
  }

  /// An error is not ignored: a person who was not found would not be erased.
  private static func persons(
    named name: String, _ connection: Connection
  ) async throws -> [Person] {
    var found: [Person] = []
    try await connection.people { page in
      found += page.filter { $0.name.trimmingCharacters(in: .whitespaces) == name }
    }
    return found
  }

  private static func line(_ person: Person) -> String {
    let address = person.email.map { " (\(DisplayText.safe($0)))" } ?? ""
    return "Person \(person.id.prefix(8))\(address): \(PersonText.counts(person))"
  }
}
