import Foundation
import StandupsDependencies
import Testing
import ZeroMQ

@testable import AccessRights
@testable import Bus

/// The permissions of the keys of tools that are limited to teams.
@Suite struct TeamKeyTests {
  private static func rights(_ roles: String, key: CurvePublicKey? = nil) throws -> Rights {
    Rights(name: "ci", key: key, roles: try Role.list(roles))
  }

  private static func teams(_ rights: Rights) -> [String?] {
    CommandAccess.ofTeams.map { rights.stamp(for: $0).teams }
  }

  /// The same as those of a person with this role.
  @Test(arguments: TeamRole.allCases, ["web", "default"])
  func aKeyOfATeamHasThePermissionsOfItsRole(role: TeamRole, team: String) throws {
    let ann = UUID(number: 1)
    var directory = PeopleDirectory()
    directory.put(ann, [.init(team: team, role: role)])
    let person = Rights(name: "ann", key: nil, roles: [.person(ann)], persons: directory)
    let tool = try Self.rights("team:\(team):\(role.rawValue)")
    // Never empty because it has all cases.
    for rule in CommandAccess.allCases.flatMap({ access in
      CommandTeams.allCases.map { CommandRule(access, in: $0) }
    }) {
      #expect(tool.allows(rule) == person.allows(rule), "\(rule)")
    }
    #expect(tool.allows(CommandRule(role.access, in: .any)))
    #expect(Self.teams(tool) == Self.teams(person) && tool.actor.id == "tool/ci")
    for topic in ["t/", "g/web/", "g/default/t/meeting.", "g/w", "h/", "s/1/"] {
      let topic = Array(topic.utf8)
      #expect(tool.allows(subscriptionTo: topic) == person.allows(subscriptionTo: topic))
    }
    #expect(tool.allows(subscriptionTo: Array("g/\(team)/t/meeting.".utf8)))
  }

  /// The highest of several roles in one team counts.
  @Test(
    arguments: [
      ("team:web:admin,team:ops:observer,team:web:observer", ["ops web", "web", "web"]),
      ("team:web:member,observer", [nil, "web", ""]),
      ("team:web:member,operator", [nil, nil, nil]),
      ("team:web:member,loadtest", ["web", "web", ""]),
    ] as [(String, [String?])])
  func severalRolesAreAUnion(roles: String, teams: [String?]) throws {
    #expect(Self.teams(try Self.rights(roles)) == teams)
  }

  @Test func theRolesOfAToolDoNotDependOnThoseOfPersons() throws {
    let key = try CurveKeyPair.generate().publicKey
    let ring = KeyRing([try Self.rights("team:web:member", key: key)])
    let rule = CommandRule(.member, in: .any)
    let head = Head(kind: .command, target: "standups.edit", header: Header())
    #expect(ring[key]?.refusal(of: head, rule: rule) == nil)
    let loaded = ring.with(PeopleDirectory())
    #expect(loaded.changes(since: ring).isEmpty)
    #expect(loaded[key]?.refusal(of: head, rule: rule) == nil)
  }

  /// The team was removed before the roles are loaded, or afterwards.
  @Test(arguments: [true, false]) func aRemovedTeamGrantsNothing(isEarlier: Bool) throws {
    let keys = try (0..<2).map { _ in try CurveKeyPair.generate().publicKey }
    let ring = KeyRing([
      try Self.rights("team:gone:admin", key: keys[0]),
      try Self.rights("team:gone:admin,team:web:observer", key: keys[1]),
    ])
    var register = PeopleRegister()
    register.begin("load")
    if isEarlier { register.addRemoved(["gone", "other"]) }
    register.finish()
    if !isEarlier { register.apply([.teamRemoved("gone")]) }
    let changed = ring.with(register.directory)
    #expect(changed.changes(since: ring) == Set(keys.map(\.z85)))
    let (gone, both) = (try #require(changed[keys[0]]), try #require(changed[keys[1]]))
    #expect(
      CommandAccess.allCases.filter { gone.allows(CommandRule($0, in: .any)) } == [.anyone])
    #expect(!gone.allows(subscriptionTo: Array("g/gone/".utf8)))
    #expect(Self.teams(both) == ["web", "", ""])
  }

  @Test(arguments: [
    (CommandRule(.admin, in: .any), "The key needs the role admin in a team."),
    (CommandRule(.member, in: .default), "The key needs the role member in the team “default”."),
    (CommandRule(.operator), "Only an operator of the installation may."),
  ])
  func aRefusalSaysWhichRoleIsMissing(rule: CommandRule, ending: String) throws {
    let head = Head(kind: .command, target: "standups.list", header: Header())
    let refusal = try #require(try Self.rights("team:web:member").refusal(of: head, rule: rule))
    #expect(refusal.code == .denied && refusal.message.hasSuffix(ending))
  }
}
