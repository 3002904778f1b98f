import Foundation
import StandupsDependencies
import TestSupport
import Testing
import ZeroMQ

@testable import AccessRights
@testable import Bus
@testable import BusRouter
@testable import RouterConnections

/// The teams in the header of a command, which only the router writes.
@Suite struct CommandScopeTests {
  private static let id = "6f1d0b86-2f5c-4f6e-9d6b-2f6a3c1e7a01"
  private static let ann = UUID(number: 1)

  private static func rights(_ roles: [String: TeamRole], isOperator: Bool = false) -> Rights {
    var directory = PeopleDirectory()
    let memberships = roles.sorted { $0.key < $1.key }
      .map { PeopleDirectory.Membership(team: $0.key, role: $0.value) }
    directory.put(ann, isOperator: isOperator, memberships)
    return Rights(name: "ann", key: nil, roles: [.person(ann)], persons: directory)
  }

  private func teams(
    _ header: String, _ access: CommandAccess, as rights: Rights?
  ) -> [String?] {
    var rig = CoreRig()
    rig.hello(.first, access: access)
    let message: Message = [Frame("STB1 CMD timer.start \(header)"), Frame("{}")]
    rig.perform(rig.core.receive(message, from: .tool, rights: rights, now: rig.now))
    return rig.answers(.first).map(\.head.header.teams)
  }

  /// The teams in which the person has the permission, by the fast path and by the slow one.
  @Test(arguments: ["{\"id\":\"\(id)\"}", "{\"id\":\"\(id)\",\"idem\":\"ü\",\"teams\":null}"])
  func theRouterWritesTheTeamsOfAPerson(header: String) {
    let rights = Self.rights(["default": .admin, "ops": .member, "web": .observer])
    let expected: [(CommandAccess, String)] = [
      (.observer, "default ops web"), (.member, "default ops"), (.admin, "default"),
    ]
    for (access, teams) in expected {
      #expect(self.teams(header, access, as: rights) == [teams])
    }
    // A command about the bus is not about a team.
    #expect(teams(header, .anyone, as: rights) == [nil])
  }

  @Test(arguments: ["{\"id\":\"\(id)\"}", "{\"id\":\"\(id)\",\"idem\":\"ü\",\"teams\":null}"])
  func theRouterWritesTheTeamsOfATool(header: String) throws {
    let rights = Rights(
      name: "ci", key: nil, roles: try Role.list("team:web:member,team:ops:observer"))
    #expect(teams(header, .observer, as: rights) == ["ops web"])
    #expect(teams(header, .member, as: rights) == ["web"])
    #expect(teams(header, .admin, as: rights).isEmpty)
    #expect(teams(header, .anyone, as: rights) == [nil])
  }

  @Test func toolsAndOperatorsMayReachAllTeams() {
    let header = "{\"id\":\"\(Self.id)\"}"
    let tool = Rights(name: "ci", key: nil, roles: [.operator])
    let person = Self.rights(["web": .observer], isOperator: true)
    #expect([tool, person, nil].map { teams(header, .member, as: $0) } == [[nil], [nil], [nil]])
    // A second role of the key that holds in all teams.
    var directory = PeopleDirectory()
    directory.put(Self.ann, [.init(team: "default", role: .member)])
    let both = Rights(
      name: "ann", key: nil, roles: [.person(Self.ann), .observer], persons: directory)
    #expect(teams(header, .observer, as: both) == [nil])
    #expect(teams(header, .member, as: both) == ["default"])
  }

  @Test(arguments: [true, false], ["web", ""])
  func forgedTeamsAreDenied(hasKey: Bool, teams: String) {
    var rig = CoreRig()
    rig.hello(.first, access: .member)
    let rights = hasKey ? Self.rights(["default": .member]) : nil
    let message: Message = [
      Frame("STB1 CMD timer.start {\"id\":\"\(Self.id)\",\"teams\":\"\(teams)\"}"), Frame("{}"),
    ]
    rig.perform(rig.core.receive(message, from: .tool, rights: rights, now: rig.now))
    #expect(rig.answers(.first).isEmpty)
    let answers = rig.answers(.tool)
    #expect(answers.codes == [.denied])
    #expect(answers.first?.busError.message.contains("Only the router writes “teams”") == true)
  }

  @Test(arguments: [
    "a  b", "ä", String(repeating: "a", count: 33),
    (0...64).map { "t\($0)" }.joined(separator: " "),
  ])
  func teamsOfAnotherFormAreInvalid(teams: String) {
    var rig = CoreRig()
    rig.hello(.first)
    let header = Header(teams: teams).leading()
    rig.receive(Envelope(.delegate, target: "timer.finished", header: header), from: .first)
    #expect(rig.answers(.first).codes == [.invalid])
    #expect(rig.delegates.isEmpty)
  }

  /// A waiting command was stamped with the earlier teams.
  @Test func anyChangeOfTheRolesChangesThePermissionsOfAKey() throws {
    let key = try CurveKeyPair.generate().publicKey
    let ring = KeyRing([Rights(name: "ann", key: key, roles: [.person(Self.ann)])])
    var directory = PeopleDirectory()
    directory.put(Self.ann, [.init(team: "default", role: .member)])
    let before = ring.with(directory)
    directory.put(
      Self.ann, [.init(team: "default", role: .member), .init(team: "web", role: .admin)])
    #expect(ring.with(directory).changes(since: before) == [key.z85])
  }

  @Test func aScopeHasAForm() {
    #expect(TeamScope(text: "web ops") == .teams(["web", "ops"]) && TeamScope(text: "").isEmpty)
    #expect(TeamScope.all.text == nil && TeamScope.teams(["web", "ops"]).text == "web ops")
    #expect(Header().scope == .all && Header(teams: "web").scope == .teams(["web"]))
    #expect(TeamScope.isText((0..<64).map { "t\($0)" }.joined(separator: " ")))
  }
}
