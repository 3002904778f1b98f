import Bus
import Foundation
import PeopleAPI

/// A reference to a person: the id, the start of the id, the e-mail address, or the name.
struct PersonReference: ArgumentValue, Hashable {
  var text: String

  init(argument: String) throws {
    text = argument.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else {
      throw UsageError(message: "expected a name, an e-mail address or an id")
    }
  }

  /// True if the reference is a complete id.
  var isID: Bool { UUID(text: text) != nil }

  static var placeholder: String { "PERSON" }
  static let help = "Name of the person, e-mail address, id, or the start of the id."
}

/// A reference to a team: its id or its name.
struct TeamReference: ArgumentValue, Hashable {
  var text: String

  init(argument: String) throws {
    text = argument.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { throw UsageError(message: "expected a name or an id") }
  }

  static var placeholder: String { "TEAM" }
  static let help = "Id or name of the team."
}

/// Looks up the persons and teams that the user named.
struct PeopleFinder: Sendable {
  var connection: Connection

  /// Minimum number of characters of the start of an id, so that a short name is not one.
  private static let minStart = 4

  /// Returns the person whom a reference identifies.
  ///
  /// - Throws: `Failure` unless exactly one matches.
  func person(_ reference: PersonReference) async throws -> Person {
    let text = reference.text
    let isAddress = Person.isEmail(text.lowercased())
    guard reference.isID || isAddress else { return try await search(text) }
    do {
      return try await connection.send(isAddress ? GetPerson(email: text) : GetPerson(id: text))
    } catch let error as BusError where error.code == .notFound {
      throw Failure.notFound("Person", text, list: Self.list)
    }
  }

  private static let list = "standups people"

  /// True if the text may be the start of an id.
  private static func isStart(_ text: String) -> Bool {
    text.count >= minStart && text.allSatisfy { $0.isHexDigit || $0 == "-" }
  }

  /// Finds a person by name or by the start of the id. Persons who do not match are
  /// discarded with their page, because an installation can have very many.
  private func search(_ text: String) async throws -> Person {
    let start = text.lowercased()
    let isStart = Self.isStart(text)
    var named: [Person] = []
    var started: [Person] = []
    var names: [String] = []
    try await connection.people { page in
      named = (named + page).named(text, \.name)
      if isStart { started += page.filter { $0.id.hasPrefix(start) } }
      names += page.map(\.name)
    }
    let found = named.isEmpty ? started : named
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      throw Failure.ambiguous(text, found.map(PersonText.candidate))
    }
    throw Failure.notFound(
      "Person", text, list: Self.list, near: Meant.nearest(to: text, in: names))
  }

  /// Returns the member of a team whom a reference identifies, for a user who may read only members.
  /// The person with an id or an e-mail address need not be a member.
  ///
  /// - Throws: `Failure` unless exactly one matches.
  func member(
    _ reference: PersonReference, of team: Team.ID
  ) async throws -> (id: Person.ID, name: String) {
    let text = reference.text
    let members = try await connection.members(of: team)
    let named = members.named(text, \.name)
    let found =
      named.isEmpty && Self.isStart(text)
      ? members.filter { $0.person.hasPrefix(text.lowercased()) } : named
    if found.count == 1 { return (found[0].person, found[0].name) }
    guard found.isEmpty else {
      throw Failure.ambiguous(
        text, found.map { "\($0.person) (\(DisplayText.safe($0.name)))" })
    }
    if reference.isID { return (text.lowercased(), text.lowercased()) }
    let list = "standups teams show \(team)"
    guard Person.isEmail(text.lowercased()) else {
      throw Failure.notFound(
        "Member of the team", text, list: list,
        near: Meant.nearest(to: text, in: members.map(\.name)))
    }
    do {
      let person = try await person(reference)
      return (person.id, person.name)
    } catch let error as BusError where error.code == .denied {
      throw Failure(
        .denied, code: error.code.rawValue,
        "Only an admin finds persons by e-mail address. Use the name or the id, as in “\(list)”.")
    }
  }

  /// Returns the team that a reference identifies. An id takes precedence over a name.
  ///
  /// - Throws: `Failure` unless exactly one matches.
  func team(_ reference: TeamReference) async throws -> Team {
    let text = reference.text
    if Team.isID(text) {
      do {
        return try await connection.send(GetTeam(id: text))
      } catch let error as BusError where error.code == .notFound {
        // The text may be a name.
      }
    }
    let all = try await connection.teams()
    let found = all.named(text, \.name)
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      throw Failure.ambiguous(text, found.map { "\($0.id) (\(DisplayText.safe($0.name)))" })
    }
    let near = Meant.nearest(to: text, in: all.map(\.id) + all.map(\.name))
    throw Failure.notFound("Team", text, list: "standups teams", near: near)
  }
}

extension Connection {
  /// Passes all persons to a closure, page by page.
  func people(_ body: ([Person]) throws -> Void) async throws {
    var after: String?
    repeat {
      let page = try await send(ListPeople(after: after, limit: 1000))
      try body(page.people)
      after = page.next
    } while after != nil
  }

  /// Returns all teams, in the order of their ids.
  func teams() async throws -> [Team] {
    var all: [Team] = []
    var after: String?
    repeat {
      let page = try await send(ListTeams(after: after, limit: 1000))
      all += page.teams
      after = page.next
    } while after != nil
    return all
  }

  /// Returns all members of a team, in the order of their ids.
  func members(of team: Team.ID) async throws -> [ListMembers.Member] {
    var all: [ListMembers.Member] = []
    var after: String?
    repeat {
      let page = try await send(ListMembers(id: team, after: after, limit: 1000))
      all += page.members
      after = page.next
    } while after != nil
    return all
  }
}
