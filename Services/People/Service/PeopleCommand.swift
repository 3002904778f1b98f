import Bus
import Documents
import Foundation
import PeopleAPI
import ServiceShell

/// A command of the people service, after the checks that do not depend on the saved state.
enum PeopleCommand: LaneCommand {
  case add(Person)
  case edit(PersonID, PersonEdit)
  case grant(PersonID, RoleGrant)
  case addIdentity(PersonID, Identity)
  case removeIdentity(PersonID, Identity)
  case remove(PersonID)
  case setMember(PersonID, Membership)
  case removeMember(PersonID, team: String)
  case get(PersonReference)
  case list(after: String?, limit: Int)
  case addTeam(String, name: String)
  case renameTeam(String, name: String)
  case removeTeam(String)
  case team(String)
  case teams(after: String?, limit: Int)
  case members(String, after: UUID?, limit: Int)
  case roles(after: UUID?, limit: Int)
  case rolesOf([PersonID])
  /// Time zones of those persons who have a role in a team.
  case zones(team: String, [PersonID])
  case agreeToVoice(PersonID)
  case withdrawVoice(PersonID)
  case ownVoice(PersonID)
  case voicesOf([PersonID])
  case keepVoices([LearnedVoice])
  /// Keeps one voice of a `keepVoices`, whose operation waits for it.
  case keepVoice(LearnedVoice, for: OperationID)
  /// Finds the consents that a restored database brought back.
  case checkVoices
  /// Erases a consent that has expired or must not be used.
  case eraseVoice(PersonID)

  /// Serial queue of a command: the queue of a person or of a team.
  enum Lane: Hashable, Sendable {
    case person(PersonID)
    case team(String)
  }

  var lane: Lane? {
    switch self {
    case .edit(let id, _), .grant(let id, _), .addIdentity(let id, _), .removeIdentity(let id, _),
      .remove(let id),
      .setMember(let id, _), .removeMember(let id, _),
      .agreeToVoice(let id), .withdrawVoice(let id), .eraseVoice(let id):
      .person(id)
    case .keepVoice(let voice, _): .person(voice.person)
    case .addTeam(let id, _), .renameTeam(let id, _), .removeTeam(let id): .team(id)
    case .add, .get, .list, .team, .teams, .members, .roles, .rolesOf, .zones, .ownVoice, .voicesOf,
      .keepVoices, .checkVoices:
      nil
    }
  }

  /// The teams in which the command gives a role.
  var grantedTeams: [Team.ID] {
    switch self {
    case .setMember(_, let membership): [membership.team]
    case .grant(_, let grant): grant.memberships.map(\.team)
    default: []
    }
  }

  /// True if the reply is saved under the idempotency key. Other commands only read, or can simply be
  /// repeated.
  var keepsReply: Bool {
    switch self {
    case .get, .list, .team, .teams, .members, .roles, .rolesOf, .zones, .ownVoice, .voicesOf,
      .keepVoices,
      .keepVoice, .checkVoices, .eraseVoice:
      false
    default: true
    }
  }
}

/// Id of a person: a UUID in lower case, unless it is that of an invalid document.
typealias PersonID = String

/// A value that identifies a person in a query.
enum PersonReference: Hashable, Sendable {
  case id(PersonID)
  case email(String)
  case identity(Identity)
}

/// Changes of a person; nil leaves a value unchanged, and an empty text removes it.
struct PersonEdit: Hashable, Sendable {
  var name: String?
  var email: String?
  var zone: String?
  var isOperator: Bool?
}

extension PeopleCommand {
  init(_ command: AddPerson) throws(BusError) {
    var person = Person(id: "", name: try Check.name(command.name))
    if let email = command.email { person.email = try Check.email(email) }
    if let zone = command.zone { person.zone = try Check.zone(zone) }
    if command.isOperator == true { person.isOperator = true }
    for identity in command.identities ?? [] where !person.identities.contains(identity) {
      person.identities.append(try Check.identity(identity))
    }
    guard person.identities.count <= Person.maxIdentities else {
      throw BusError(
        .invalid, "Too many identities; expected at most \(Person.maxIdentities).",
        detail: ["field": "identities"])
    }
    self = .add(person)
  }

  init(_ command: EditPerson) throws(BusError) {
    var edit = PersonEdit(isOperator: command.isOperator)
    if let name = command.name { edit.name = try Check.name(name) }
    if let email = command.email { edit.email = email.isEmpty ? "" : try Check.email(email) }
    if let zone = command.zone { edit.zone = zone.isEmpty ? "" : try Check.zone(zone) }
    self = .edit(try Check.person(command.id), edit)
  }

  init(_ command: GetPerson) throws(BusError) {
    switch (command.id, command.email, command.identity) {
    case (let id?, nil, nil): self = .get(.id(try Check.person(id)))
    case (nil, let email?, nil): self = .get(.email(try Check.email(email)))
    case (nil, nil, let identity?): self = .get(.identity(try Check.identity(identity)))
    default:
      throw BusError(.invalid, "Invalid query; expected exactly one of id, email and identity.")
    }
  }

  init(_ command: AddTeam) throws(BusError) {
    let name = try Check.name(command.name)
    let id = command.id ?? Team.id(for: name)
    guard !id.isEmpty else {
      throw BusError(
        .invalid, "No id can be made from the name “\(name)”; specify one.",
        detail: ["field": "id"])
    }
    self = .addTeam(try Check.team(id), name: name)
  }

  init(_ command: ListMembers) throws(BusError) {
    self = .members(
      try Check.team(command.id), after: try Check.cursor(command.after),
      limit: try PageLimit.checked(command.limit, default: 100))
  }
}

extension PeopleCommand {
  init(_ command: GetVoices) throws(BusError) {
    guard command.people.count <= GetVoices.maxPeople else {
      throw BusError(
        .invalid, "Too many ids; expected at most \(GetVoices.maxPeople).",
        detail: ["field": "people"])
    }
    var people: [PersonID] = []
    for person in command.people {
      let id = try Check.person(person)
      if !people.contains(id) { people.append(id) }
    }
    self = .voicesOf(people)
  }

  init(_ command: KeepVoices) throws(BusError) {
    guard command.voices.count <= KeepVoices.maxVoices else {
      throw BusError(
        .invalid, "Too many voices; expected at most \(KeepVoices.maxVoices).",
        detail: ["field": "voices"])
    }
    var voices: [LearnedVoice] = []
    for var voice in command.voices {
      voice.person = try Check.person(voice.person)
      voice.consent = voice.consent.lowercased()
      // The errors must not quote a print.
      guard voice.print.map(VoicePrintRules.isPrint) != false else {
        throw BusError(.invalid, VoicePrintRules.problem, detail: ["field": "print"])
      }
      guard (0...VoicePrintRules.maxLearnedMs).contains(voice.learnedMs) else {
        throw BusError(
          .invalid, "Invalid “learnedMs”; expected 0 to \(VoicePrintRules.maxLearnedMs).",
          detail: ["field": "learnedMs"])
      }
      voices.append(voice)
    }
    guard Set(voices.map(\.person)).count == voices.count else {
      throw BusError(
        .invalid, "Invalid voices; expected each person once.", detail: ["field": "voices"])
    }
    self = .keepVoices(voices)
  }
}

/// Checks of values in commands. They return the form in which the service stores a value.
enum Check {
  static func person(_ id: String) throws(BusError) -> PersonID {
    guard let uuid = UUID(text: id) else {
      throw BusError(.invalid, "Invalid id of a person; expected a UUID.", detail: ["field": "id"])
    }
    return uuid.lowercaseText
  }

  /// The person who sent a command about themselves.
  ///
  /// - Throws: `denied` for a key that acts as no person.
  static func sender(_ actor: String?) throws(BusError) -> PersonID {
    guard let person = actor.flatMap({ PersonActor.person(in: $0) }) else {
      throw BusError(
        .denied,
        "Only a person has a voice. Log in to the page as yourself, or use a key with the role person:ID."
      )
    }
    return person.lowercaseText
  }

  static func persons(_ ids: [String], max: Int) throws(BusError) -> [PersonID] {
    guard ids.count <= max else {
      throw BusError(.invalid, "Too many ids; expected at most \(max).", detail: ["field": "ids"])
    }
    return try ids.map { id throws(BusError) in try person(id) }
  }

  static func team(_ id: String) throws(BusError) -> String {
    guard Team.isID(id) else { throw BusError(.invalid, Team.idProblem, detail: ["field": "id"]) }
    return id
  }

  /// Checks a name, and returns it in Unicode Normalization Form C.
  static func name(_ text: String) throws(BusError) -> String {
    let name = text.precomposedStringWithCanonicalMapping
    guard Person.isName(name) else {
      throw BusError(.invalid, Person.nameProblem, detail: ["field": "name"])
    }
    return name
  }

  static func email(_ text: String) throws(BusError) -> String {
    guard let email = Person.email(text) else {
      throw BusError(.invalid, Person.emailProblem, detail: ["field": "email"])
    }
    return email
  }

  static func zone(_ text: String) throws(BusError) -> String {
    guard Person.isZone(text) else {
      throw BusError(
        .invalid,
        "Unknown time zone “\(text.prefix(Person.maxZoneBytes))”; expected a name such as Europe/Paris.",
        detail: ["field": "zone"])
    }
    return text
  }

  static func identity(_ identity: Identity) throws(BusError) -> Identity {
    guard identity.isValid else {
      throw BusError(.invalid, Identity.problem, detail: ["field": "identity"])
    }
    return identity
  }

  /// Checks a cursor that is the id of the last person of a page.
  static func cursor(_ after: String?) throws(BusError) -> UUID? {
    guard let after else { return nil }
    guard let id = UUID(text: after) else { throw BusError(.invalid, DocumentCursor.invalid) }
    return id
  }
}
