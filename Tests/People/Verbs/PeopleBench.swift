import Bus
import Foundation
import PeopleAPI

@testable import Command

/// An installation with three persons and three teams.
enum PeopleBench {
  static let ann = Person(
    id: "6f1c0000-0000-4000-8000-000000000001", name: "Ann", email: "ann@example.com",
    zone: "Europe/Paris",
    identities: [
      Identity(issuer: "https://login.example.com", subject: "1234"),
      Identity(issuer: "proxy", subject: "ann"),
    ],
    teams: [Membership(team: "web", role: .admin), Membership(team: "ops", role: .member)])
  static let bob = Person(
    id: "6f1d0000-0000-4000-8000-000000000002", name: "Bob\u{1B}", isOperator: true)
  static let other = Person(
    id: "7a000000-0000-4000-8000-000000000003", name: "ANN", email: "ann2@example.com",
    teams: [Membership(team: "web", role: .observer)])

  static let teams = [
    Team(id: "default", name: "Everyone", members: 0), Team(id: "ops", name: "Web", members: 1),
    Team(id: "web", name: "Web", members: 2),
  ]

  /// - Parameters:
  ///   - people: the persons; a page has two of them.
  ///   - lines: the lines that the user types.
  static func make(_ people: [Person] = [ann, bob], typing lines: [String]? = nil) -> Bench {
    let bench = Bench(typing: lines)
    bench.caller.on(ListPeople.self) { command in
      let start = command.after.flatMap { Int($0) } ?? 0
      let page = Array(people.dropFirst(start).prefix(2))
      let next = start + 2 < people.count ? "\(start + 2)" : nil
      return .init(people: page, next: next, total: people.count)
    }
    bench.caller.on(GetPerson.self) { command in
      let found = people.first {
        $0.id == command.id?.lowercased()
          || $0.email != nil && $0.email == command.email?.lowercased()
      }
      guard let found else { throw BusError(.notFound, "Unknown person.") }
      return found
    }
    bench.caller.on(RemovePerson.self) { _ in Done() }
    bench.caller.on(GetTeam.self) { command in
      guard let found = teams.first(where: { $0.id == command.id }) else {
        throw BusError(.notFound, "Unknown team.")
      }
      return found
    }
    bench.caller.on(ListTeams.self) { command in
      command.after == nil
        ? .init(teams: Array(teams.prefix(2)), next: "ops") : .init(teams: [teams[2]])
    }
    bench.caller.on(SetMember.self) { Membership(team: $0.team, role: $0.role) }
    bench.caller.on(RemoveMember.self) { _ in Done() }
    bench.caller.on(RemoveTeam.self) { _ in Done() }
    return bench
  }

  /// Decodes the only line of output.
  static func json<Value: Decodable>(_ type: Value.Type, _ bench: Bench) throws -> Value {
    try BusJSON.decode(type, from: Data(bench.output.utf8))
  }
}
