import AccessRights
import Bus
import Foundation
import Testing

@Suite struct PeopleDirectoryTests {
  private static let ann = UUID()

  @Test(arguments: [
    (TeamRole.observer, ["mobile", "payments", "search", "web"]),
    (.member, ["mobile", "payments", "web"]), (.admin, ["payments", "web"]),
  ])
  func aRoleIncludesTheLowerOnes(role: TeamRole, teams: [String]) {
    var directory = PeopleDirectory()
    directory.put(
      Self.ann,
      [
        .init(team: "payments", role: .admin), .init(team: "search", role: .observer),
        .init(team: "mobile", role: .member), .init(team: "web", role: .admin),
      ])
    #expect(directory.scope(of: Self.ann, asAtLeast: role) == .teams(teams))
  }

  @Test func aStrangerHasNoScope() {
    #expect(PeopleDirectory().scope(of: Self.ann, asAtLeast: .observer) == nil)
  }

  @Test func anOperatorHasEveryRoleInEveryTeam() {
    var directory = PeopleDirectory()
    directory.put(Self.ann, isOperator: true, [.init(team: "search", role: .observer)])
    #expect(directory.scope(of: Self.ann, asAtLeast: .admin) == .all)
    #expect(directory.isOperator(Self.ann))
    directory.put(Self.ann, [.init(team: "search", role: .observer)])
    #expect(directory.scope(of: Self.ann, asAtLeast: .admin) == .teams([]))
    #expect(!directory.isOperator(Self.ann))
  }

  @Test func rolesAreReplacedAndRemoved() {
    var directory = PeopleDirectory()
    let bob = UUID()
    directory.put(Self.ann, [.init(team: "search", role: .admin)])
    directory.put(bob, [.init(team: "search", role: .member)])
    directory.put(Self.ann, [.init(team: "web", role: .member)])
    #expect(directory.scope(of: Self.ann, asAtLeast: .member) == .teams(["web"]))
    directory.remove(Self.ann)
    #expect(directory.scope(of: Self.ann, asAtLeast: .observer) == nil)
    #expect(directory.scope(of: bob, asAtLeast: .member) == .teams(["search"]))
    #expect(directory.count == 1)
  }

  @Test func ofATeamThatOccursTwiceTheFirstRoleCounts() {
    var directory = PeopleDirectory()
    directory.put(
      Self.ann, [.init(team: "web", role: .observer), .init(team: "web", role: .admin)])
    #expect(directory.scope(of: Self.ann, asAtLeast: .observer) == .teams(["web"]))
    #expect(directory.scope(of: Self.ann, asAtLeast: .member) == .teams([]))
  }

  @Test func membershipsAreBounded() {
    var directory = PeopleDirectory()
    directory.put(Self.ann, (0..<100).map { .init(team: "team-\($0)", role: .member) })
    #expect(
      directory.scope(of: Self.ann, asAtLeast: .member)
        == .teams((0..<PeopleDirectory.maxMemberships).map { "team-\($0)" }.sorted()))
  }
}

@Suite struct TeamScopeTests {
  @Test func itContainsItsTeams() {
    let scope = TeamScope.teams(["web", "search"])
    #expect(scope.contains("search"))
    #expect(!scope.contains("payments"))
    #expect(!scope.isEmpty)
    #expect(TeamScope.teams([]).isEmpty)
    #expect(TeamScope.all.contains("payments"))
    #expect(!TeamScope.all.isEmpty)
  }

  @Test func aLargerScopeIncludesASmallerOne() {
    let scope = TeamScope.teams(["web", "search"])
    #expect(TeamScope.all.includes(.all) && TeamScope.all.includes(scope))
    #expect(scope.includes(.teams(["search"])) && scope.includes(.teams([])))
    #expect(!scope.includes(.all) && !scope.includes(.teams(["web", "payments"])))
  }
}
