import AccessRights
import Bus
import CMemory
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

  /// Their lists are used again.
  @Test func personsInManyTeamsKeepTheirRoles() {
    var directory = PeopleDirectory()
    let persons = (0..<100).map { _ in UUID() }
    func memberships(_ number: Int, _ count: Int) -> [PeopleDirectory.Membership] {
      (0..<count).map {
        .init(team: "t\(10 + (number + $0) % 80)", role: TeamRole.allCases[$0 % 3])
      }
    }
    var expected: [UUID: Int] = [:]
    for round in 0..<1000 {
      let person = persons[round * 7 % persons.count]
      let count = round * 5 % 6
      directory.put(person, memberships(round, count))
      expected[person] = round
      if round % 11 == 0 {
        directory.remove(person)
        expected[person] = nil
      }
    }
    #expect(directory.count == expected.count && !expected.isEmpty)
    for (person, round) in expected {
      let roles = memberships(round, round * 5 % 6).sorted { $0.team < $1.team }
      #expect(directory.standing(of: person) == .roles(roles))
    }
  }

  @Test(arguments: [0, 1, 2, 3]) func anOperatorMayHaveMemberships(count: Int) {
    var directory = PeopleDirectory()
    let roles = (0..<count).map { PeopleDirectory.Membership(team: "t\($0)", role: .admin) }
    directory.put(Self.ann, isOperator: true, roles)
    #expect(directory.standing(of: Self.ann) == .operator)
    directory.apply(.person(Self.ann, isOperator: false))
    #expect(directory.standing(of: Self.ann) == .roles(roles))
  }

  /// In a process of its own, because other tests allocate memory, too.
  @Test func aPersonNeedsFewerThan100Bytes() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let (persons, teams) = (100_000, (0..<1000).map { "team-\($0)" })
      let ids = (0..<persons).map { _ in UUID() }
      let before = cmemory_allocated()
      var directory = PeopleDirectory()
      for (number, id) in ids.enumerated() {
        directory.put(
          id,
          [
            .init(team: teams[number % 1000], role: .member),
            .init(team: teams[(number * 7 + 1) % 1000], role: .observer),
          ])
      }
      let bytes = (Int(cmemory_allocated()) - Int(before)) / persons
      print("\(directory.count) persons in two teams each: \(bytes) bytes per person")
      exit(bytes < 100 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
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

  @Test(
    arguments: [
      (.teams([]), .teams([]), true), (.teams(["web"]), .teams(["ops", "web"]), true),
      (.teams(["web"]), .all, true), (.all, .all, true), (.all, .teams(["web"]), false),
      (.teams(["ops", "web"]), .teams(["web"]), false),
    ] as [(TeamScope, TeamScope, Bool)])
  func itIsASubset(scope: TeamScope, other: TeamScope, isSubset: Bool) {
    #expect(scope.isSubset(of: other) == isSubset)
  }

  @Test(
    arguments: [
      (nil, nil, "default"), (nil, "web", "web"), (["web"], nil, "web"),
      (["default", "web"], nil, "default"), (["ops", "web"], "web", "web"),
    ] as [([String]?, String?, String)])
  func aNewObjectHasATeam(teams: [String]?, requested: String?, team: String) throws {
    #expect(try TeamScope(teams).team(ofNew: requested) == team)
  }

  @Test(
    arguments: [
      (["ops", "web"], nil, .invalid), (["web"], "ops", .notFound), ([], "ops", .notFound),
    ] as [([String], String?, BusError.Code)])
  func aNewObjectHasNoTeam(teams: [String], requested: String?, code: BusError.Code) {
    let error = #expect(throws: BusError.self) {
      try TeamScope.teams(teams).team(ofNew: requested)
    }
    #expect(error?.code == code)
  }

  /// Only the key of a tool can name a team that does not exist.
  @Test(
    arguments: [
      (nil, "web", "web"), (nil, nil, nil), (nil, "default", nil), (["web"], nil, "web"),
      (["ops", "web"], "web", "web"), (["ops", "web"], nil, nil), (["web"], "ops", nil),
    ] as [([String]?, String?, String?)])
  func aToolMayNameAnUnknownTeam(teams: [String]?, requested: String?, unknown: String?) {
    #expect(TeamScope(teams).unknown(requested, isByPerson: false) == unknown)
    let ofPerson = teams == nil ? unknown : nil
    #expect(TeamScope(teams).unknown(requested, isByPerson: true) == ofPerson)
  }

  @Test(
    arguments: [
      ("person/00000000-0000-0000-0000-000000000001", nil, true), ("tool/ci", "web", true),
      ("tool/ci", "", true), ("tool/ci", nil, false), ("service/polls", nil, false),
      (nil, nil, false),
    ] as [(String?, String?, Bool)])
  func personsAndToolsOfTeamsHaveAShare(by: String?, teams: String?, isLimited: Bool) {
    #expect(Header(by: by, teams: teams).limitedActor == (isLimited ? by : nil))
  }

  @Test(arguments: [(nil, nil), ("web", "team/web"), ("ops", "team/ops")] as [(String?, String?)])
  func allTokensOfATeamHaveOneShare(team: String?, expected: String?) {
    for _ in 1...2 {
      let actor = Principal.token(UUID(), .observer).actor
      #expect(Header(by: actor, teams: team).limitedActor == expected)
    }
  }
}
