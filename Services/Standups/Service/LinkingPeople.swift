import Bus
import Standups
import StandupsAPI

/// Links of attendees to persons, whom only the composition root knows. Links that a command adds
/// are checked before it runs; those that a standup already has remain even if their persons have
/// left the team.
extension StandupsReduction {
  /// Runs a command once the persons to whom it links attendees were found.
  mutating func findPeople(_ operation: Operation) throws {
    var search = PeopleSearch()
    for (team, people) in try newLinks(in: operation).sorted(by: { $0.key < $1.key }) {
      search.add(people, in: team)
    }
    try find(search, operation)
  }

  private mutating func find(_ search: PeopleSearch, _ operation: Operation) throws {
    guard let next = search.rest.first else { return try link(search.found, operation) }
    step(operation.id, .findingPeople(search))
    effects.append(.findPeople(operation.id, next))
  }

  /// Continues a command with the persons who were found.
  mutating func peopleFound(
    _ operation: Operation, _ result: Result<StandupPeopleNamed.Reply, BusError>
  ) throws {
    guard case .findingPeople(var search) = operation.step else { return }
    search.take(try result.get().people)
    try find(search, operation)
  }

  /// The persons of the links that a command adds, by the team of their standup.
  private func newLinks(in operation: Operation) throws -> [String: Set<Attendee.PersonID>] {
    switch operation.command {
    case .create(let command):
      let people = try Self.people(in: command.attendees)
      return people.isEmpty ? [:] : [try newTeam(command.team) ?? TeamScope.defaultTeam: people]
    case .edit(let command):
      // Without the standup, the command fails in the same way whatever it names.
      guard let standup = known(command.id, operation)?.standup else { return [:] }
      let people = try Self.people(in: command.attendees)
      return [standup.teamID: people.subtracting(standup.attendees.persons)]
    case .importFile(let existing, let team, let standups):
      return try newLinks(of: standups, existing, operation) { try newTeam(team) }
    case .importPart(let command, let standups):
      let saved = savedImport(command.id)
      return try newLinks(of: standups, saved?.existing ?? command.existing ?? .refuse, operation) {
        try saved.map(\.team) ?? newTeam(command.team)
      }
    default: return [:]
    }
  }

  /// The persons of the links that a file adds, by the team of their standup.
  private func newLinks(
    of standups: [StandupWithMeetings], _ existing: ImportStandups.Existing,
    _ operation: Operation, newTeam: () throws -> String?
  ) throws -> [String: Set<Attendee.PersonID>] {
    var links: [String: Set<Attendee.PersonID>] = [:]
    for standup in standups.map(\.standup) {
      let people = standup.attendees.persons
      if people.isEmpty { continue }
      guard let here = known(standup.id, operation)?.standup else {
        links[try newTeam() ?? TeamScope.defaultTeam, default: []].formUnion(people)
        continue
      }
      guard existing == .replace else { continue }
      links[here.teamID, default: []].formUnion(people.subtracting(here.attendees.persons))
    }
    return links
  }

  /// Runs a command with the links that may be made.
  ///
  /// - Parameter found: the persons who may be linked, by team.
  /// - Throws: `not_found` if an attendee of a command is linked to another person.
  private mutating func link(
    _ found: [String: Set<Attendee.PersonID>], _ operation: Operation
  ) throws {
    var operation = operation
    let links = try newLinks(in: operation).filter { !$0.value.isSubset(of: found[$0.key] ?? []) }
    guard !links.isEmpty else { return try run(operation) }
    switch operation.command {
    case .importFile(let existing, let team, let standups):
      operation.command = .importFile(
        existing, team: team, try known(standups, found, operation) { try newTeam(team) })
    case .importPart(let command, let standups):
      let saved = savedImport(command.id)
      operation.command = .importPart(
        command,
        try known(standups, found, operation) { try saved.map(\.team) ?? newTeam(command.team) })
    default:
      guard let (team, people) = links.first else { break }
      throw Self.missing(people.subtracting(found[team] ?? []), in: team, operation.command)
    }
    state.operations[operation.id]?.command = operation.command
    try run(operation)
  }

  /// The standups of a file without new links to persons who may not be linked: a file may come from
  /// another installation, or be older than the removal of a person.
  private func known(
    _ standups: [StandupWithMeetings], _ found: [String: Set<Attendee.PersonID>],
    _ operation: Operation, newTeam: () throws -> String?
  ) throws -> [StandupWithMeetings] {
    try standups.map { element in
      guard !element.standup.attendees.persons.isEmpty else { return element }
      let here = known(element.id, operation)?.standup
      let team = try here?.teamID ?? newTeam() ?? TeamScope.defaultTeam
      let people = (found[team] ?? []).union(here?.attendees.persons ?? [])
      var element = element
      for attendee in element.standup.attendees {
        guard let person = attendee.person, !people.contains(person) else { continue }
        element.standup.attendees[id: attendee.id]?.person = nil
      }
      return element
    }
  }

  /// The persons in a list of drafts, without those of attendees who are omitted.
  private static func people(in drafts: [AttendeeDraft]?) throws -> Set<Attendee.PersonID> {
    let named = (drafts ?? []).filter { !$0.isBlank }
    // The composition root must not be asked about more.
    guard named.count <= Standup.maxAttendees else { throw error(.tooManyAttendees(named.count)) }
    return Set(try named.compactMap { try $0.person(of: nil) })
  }

  /// The error for persons who may not be linked. It does not depend on whether they exist.
  private static func missing(
    _ people: Set<Attendee.PersonID>, in team: String, _ command: StandupsCommand
  ) -> BusError {
    let drafts: [AttendeeDraft]? =
      switch command {
      case .create(let command): command.attendees
      case .edit(let command): command.attendees
      default: nil
      }
    let draft = drafts?.first {
      (try? $0.person(of: nil)).flatMap { $0 }.map(people.contains) == true
    }
    let person = draft?.person ?? ""
    return BusError(
      .notFound,
      "Cannot link “\(draft?.name ?? "")” to the person \(person): no such person has a role in the team"
        + " “\(team)”. Use the id of a member; “standups teams show \(team)” lists them.",
      detail: ["member": "attendees", "person": person])
  }
}

extension AttendeeDraft {
  /// True if the name is empty or only white space, so that the attendee is omitted.
  fileprivate var isBlank: Bool { name.allSatisfy(\.isWhitespace) }

  /// Returns the person to whom the attendee is linked; nil for none.
  ///
  /// - Parameter known: the attendee before the change; nil for a new one.
  /// - Throws: `invalid` if the draft has neither a UUID nor an empty text.
  func person(of known: Attendee?) throws(BusError) -> Attendee.PersonID? {
    guard let person else { return known?.person }
    guard !person.isEmpty else { return nil }
    guard let id = Attendee.PersonID(person) else {
      throw BusError(
        .invalid, "Invalid person “\(person.prefix(40))”; expected a UUID, or nothing for no link.",
        detail: ["member": "attendees"])
    }
    return id
  }
}

/// The persons about whom the composition root is asked, and those found so far.
struct PeopleSearch: Hashable, Sendable {
  /// Messages that are not answered yet.
  private(set) var rest: ArraySlice<StandupPeopleNamed> = []
  /// Persons who may be linked, by team.
  private(set) var found: [String: Set<Attendee.PersonID>] = [:]

  mutating func add(_ people: Set<Attendee.PersonID>, in team: String) {
    var people = people.sorted()[...]
    while !people.isEmpty {
      rest.append(
        StandupPeopleNamed(team: team, people: Array(people.prefix(StandupPeopleNamed.maxPeople))))
      people = people.dropFirst(StandupPeopleNamed.maxPeople)
    }
  }

  /// Adds the answer to the next message.
  mutating func take(_ people: [Attendee.PersonID]) {
    guard let asked = rest.popFirst() else { return }
    found[asked.team, default: []].formUnion(people)
  }
}
