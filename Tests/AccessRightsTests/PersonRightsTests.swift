import Foundation
import StandupsDependencies
import Testing
import ZeroMQ

@testable import AccessRights
@testable import Bus

/// The permissions of keys that act as persons.
@Suite struct PersonRightsTests {
  private static let ann = UUID(number: 1)
  private static let bob = UUID(number: 2)

  private static func directory(_ team: String, _ role: TeamRole?, isOperator: Bool = false)
    -> PeopleDirectory
  {
    var directory = PeopleDirectory()
    directory.put(
      ann, isOperator: isOperator, role.map { [.init(team: team, role: $0)] } ?? [])
    return directory
  }

  private static func rights(_ persons: PeopleDirectory?) -> Rights {
    Rights(name: "ann", key: nil, roles: [.person(ann)], persons: persons)
  }

  /// Each role with each permission, stated here independently of the declaration.
  @Test(
    arguments: [
      (TeamRole.observer, [.observer]), (.member, [.observer, .member]),
      (.admin, [.observer, .member, .admin]),
    ] as [(TeamRole, [CommandAccess])])
  func rolesGrantPermissionsInTheirTeam(role: TeamRole, granted: [CommandAccess]) {
    func allowed(_ rights: Rights, in teams: CommandTeams) -> [CommandAccess] {
      CommandAccess.allCases.filter { rights.allows(CommandRule($0, in: teams)) }
    }
    let (member, other) = (
      Self.rights(Self.directory("default", role)), Self.rights(Self.directory("web", role))
    )
    #expect(allowed(member, in: .any) == [.anyone] + granted)
    #expect(allowed(member, in: .default) == [.anyone] + granted)
    #expect(allowed(member, in: .all) == [.anyone])
    #expect(allowed(other, in: .any) == [.anyone] + granted)
    #expect(allowed(other, in: .default) == [.anyone])
    #expect(allowed(other, in: .all) == [.anyone])
  }

  @Test func anOperatorMayDoWhatAToolMay() {
    let rights = Self.rights(Self.directory("default", nil, isOperator: true))
    for teams in CommandTeams.allCases {
      #expect(
        CommandAccess.allCases.filter { rights.allows(CommandRule($0, in: teams)) }
          == [.anyone, .observer, .member, .admin, .operator, .owner])
    }
    #expect(rights.allows(subscriptionTo: Array("t/meeting.".utf8)))
  }

  /// A person receives the events of their teams, and no others.
  @Test func aPersonSubscribesToTheEventsOfTheirTeams() {
    func allowed(_ rights: Rights) -> [String] {
      [
        "t/", "m/1/", "s/1/", "g/", "g/web", "g/web/", "g/web/t/meeting.", "g/web2/", "h/",
        "~/0123456789abcdef0123456789abcdef",
      ]
      .filter { rights.allows(subscriptionTo: Array($0.utf8)) }
    }
    #expect(
      allowed(Self.rights(Self.directory("web", .observer)))
        == ["g/web/", "g/web/t/meeting.", "h/", "~/0123456789abcdef0123456789abcdef"])
    #expect(
      allowed(Self.rights(Self.directory("default", .admin))) == [
        "h/", "~/0123456789abcdef0123456789abcdef",
      ])
    #expect(
      allowed(Self.rights(PeopleDirectory())) == ["h/", "~/0123456789abcdef0123456789abcdef"])
  }

  @Test(
    arguments: [
      (CommandRule(.member, in: .any), "needs the role member in a team."),
      (CommandRule(.observer, in: .default), "needs the role observer in the team “default”."),
      (CommandRule(.observer), "Only an operator of the installation may."),
      (CommandRule(.operator), "Only an operator of the installation may."),
    ])
  func aRefusalSaysWhichRoleIsMissing(rule: CommandRule, ending: String) throws {
    let head = Head(kind: .command, target: "standups.list", header: Header())
    let refusal = try #require(Self.rights(PeopleDirectory()).refusal(of: head, rule: rule))
    #expect(refusal.code == .denied)
    #expect(refusal.message.hasSuffix(ending))
  }

  @Test func untilTheRolesAreLoadedNothingIsAllowedOrDenied() {
    let rights = Self.rights(nil)
    let head = Head(kind: .command, target: "standups.list", header: Header())
    let refusal = rights.refusal(of: head, rule: CommandRule(.observer, in: .any))
    #expect(refusal?.code == .unavailable && refusal?.retryAfterMs == 250)
    #expect(rights.refusal(of: head, rule: CommandRule(.anyone)) == nil)
    #expect(!rights.allows(subscriptionTo: Array("t/".utf8)))
  }

  /// Only the keys of persons whose permissions changed are affected.
  @Test func aChangeConcernsTheKeysOfThePerson() throws {
    let keys = try (0..<3).map { _ in try CurveKeyPair.generate().publicKey }
    let ring = KeyRing([
      Rights(name: "ann", key: keys[0], roles: [.person(Self.ann)]),
      Rights(name: "bob", key: keys[1], roles: [.person(Self.bob)]),
      Rights(name: "ci", key: keys[2], roles: [.operator]),
    ])
    let loaded = ring.with(Self.directory("default", .member))
    #expect(loaded.changes(since: ring) == [keys[0].z85, keys[1].z85])
    let rule = CommandRule(.member, in: .any)
    #expect(loaded[keys[0]]?.allows(rule) == true && loaded[keys[1]]?.allows(rule) == false)
    let promoted = loaded.with(Self.directory("default", .admin))
    #expect(promoted.changes(since: loaded) == [keys[0].z85])
    var elsewhere = Self.directory("default", .admin)
    elsewhere.apply(.member(Self.bob, .init(team: "web", role: .admin)))
    #expect(promoted.with(elsewhere).changes(since: promoted) == [keys[1].z85])
    #expect(ring.isDependent && !KeyRing().isDependent)
  }
}

/// The roles of persons as the router learns them.
@Suite struct PeopleRegisterTests {
  private static let ann = UUID(number: 1)
  private static let bob = UUID(number: 2)

  private static func member(_ role: TeamRole) -> PeopleDirectory.Membership {
    .init(team: "default", role: role)
  }

  @Test func nothingIsKnownUntilAllIsLoaded() {
    var register = PeopleRegister()
    register.begin("load")
    register.add(Self.ann, isOperator: false, [Self.member(.admin)])
    #expect(register.directory == nil && register.load == nil)
    register.finish()
    #expect(register.load == "load")
    #expect(register.directory?.standing(of: Self.ann) == .roles([Self.member(.admin)]))
  }

  /// The page may be older than the event.
  @Test func aChangeDuringTheLoadingIsNotLost() {
    var register = PeopleRegister()
    register.begin("load")
    register.apply([.memberRemoved(Self.ann, team: "default"), .personRemoved(Self.bob)])
    register.add(Self.ann, isOperator: false, [Self.member(.admin)])
    register.add(Self.bob, isOperator: true, [])
    register.finish()
    #expect(register.directory?.standing(of: Self.ann) == .roles([]))
    #expect(register.directory?.standing(of: Self.bob) == .roles([]))
  }

  /// Earlier changes are applied to a page that contains later ones already.
  @Test func changesThatAPageContainsAreAppliedAgain() {
    var register = PeopleRegister()
    register.begin("load")
    register.apply([
      .member(Self.ann, Self.member(.observer)), .member(Self.ann, Self.member(.admin)),
    ])
    register.add(Self.ann, isOperator: false, [Self.member(.admin)])
    register.finish()
    #expect(register.directory?.standing(of: Self.ann) == .roles([Self.member(.admin)]))
  }

  /// While the roles are loaded again, the known ones stay in force, and changes are applied.
  @Test func aRevocationIsInForceDuringALaterLoading() {
    var register = PeopleRegister()
    register.begin("load")
    register.add(Self.ann, isOperator: false, [Self.member(.member)])
    register.finish()
    register.begin("load")
    #expect(register.directory?.standing(of: Self.ann) == .roles([Self.member(.member)]))
    register.apply([.memberRemoved(Self.ann, team: "default")])
    #expect(register.directory?.standing(of: Self.ann) == .roles([]))
    register.reload()
    #expect(
      register.load == nil && register.directory?.standing(of: Self.ann) == .roles([]))
    // The people service died, so the loading starts again.
    register.begin("load")
    register.finish()
    #expect(register.directory?.standing(of: Self.ann) == .roles([]))
  }

  /// An event may arrive before the loading begins that a page does not contain yet.
  @Test func aChangeBeforeTheFirstLoadingIsNotLost() {
    var register = PeopleRegister()
    let version = register.version
    register.apply([.memberRemoved(Self.ann, team: "default")])
    register.begin("load")
    register.add(Self.ann, isOperator: false, [Self.member(.admin)])
    #expect(register.version == version)
    register.finish()
    #expect(register.directory?.standing(of: Self.ann) == .roles([]))
    #expect(register.version != version)
  }

  /// The database is replaced while its roles are being loaded. The roles that were given in the old
  /// one do not exist in the new one.
  @Test func changesOfAnotherDatabaseAreForgotten() {
    var register = PeopleRegister()
    register.begin("old")
    register.apply([.member(Self.ann, Self.member(.admin))])
    register.begin("new")
    register.add(Self.ann, isOperator: false, [Self.member(.observer)])
    register.apply([.member(Self.bob, Self.member(.member))])
    register.finish()
    #expect(register.load == "new")
    #expect(register.directory?.standing(of: Self.ann) == .roles([Self.member(.observer)]))
    #expect(register.directory?.standing(of: Self.bob) == .roles([Self.member(.member)]))
  }

  /// A change of the roles must not differ from loading the changed roles.
  @Test func theOrderOfMembershipsIsThatOfTheTeams() {
    var (changed, loaded) = (PeopleDirectory(), PeopleDirectory())
    let web = PeopleDirectory.Membership(team: "web", role: .admin)
    changed.put(Self.ann, [Self.member(.observer), web])
    changed.apply(.member(Self.ann, Self.member(.admin)))
    loaded.put(Self.ann, [web, Self.member(.admin)])
    #expect(changed.standing(of: Self.ann) == .roles([Self.member(.admin), web]))
    #expect(changed.standing(of: Self.ann) == loaded.standing(of: Self.ann))
  }

  @Test func everyChangeIsApplied() {
    var directory = PeopleDirectory()
    directory.apply(.person(Self.ann, isOperator: true))
    #expect(directory.standing(of: Self.ann) == .operator)
    directory.apply(.person(Self.ann, isOperator: false))
    #expect(directory.standing(of: Self.ann) == .roles([]))
    directory.apply(.member(Self.ann, Self.member(.member)))
    directory.apply(.member(Self.ann, .init(team: "web", role: .admin)))
    #expect(
      directory.standing(of: Self.ann)
        == .roles([Self.member(.member), .init(team: "web", role: .admin)]))
    #expect(directory.scope(of: Self.ann, asAtLeast: .member) == .teams(["default", "web"]))
    directory.apply(.teamRemoved("web"))
    #expect(directory.scope(of: Self.ann, asAtLeast: .observer) == .teams(["default"]))
    directory.apply(.memberRemoved(Self.bob, team: "default"))
    #expect(directory.count == 1)
    directory.apply(.personRemoved(Self.ann))
    #expect(directory.count == 0)
  }
}
