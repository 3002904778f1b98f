import Foundation
import StandupsDependencies
import Testing
import ZeroMQ

@testable import AccessRights
@testable import RouterConnections
@testable import Bus

@Suite struct RightsTests {
  static func rights(_ roles: String) -> Rights {
    Rights(name: "x", key: nil, roles: (try? Role.list(roles)) ?? [])
  }

  @Test(arguments: [
    ("operator", [Role.operator]), ("observer, loadtest", [.observer, .loadtest]),
    ("service:timer", [.service("timer")]),
    ("service:a-b_1,observer", [.service("a-b_1"), .observer]),
    ("person:00000000-0000-0000-0000-000000000007", [.person(UUID(number: 7))]),
    (
      "team:web:member, team:a-1:admin,observer",
      [.team("web", .member), .team("a-1", .admin), .observer]
    ),
  ])
  func rolesAreWords(text: String, roles: [Role]) throws {
    #expect(try Role.list(text) == roles)
    #expect(try Role.list(Role.text(roles)) == roles)
  }

  @Test(arguments: [
    "", "admin", "service:", "service:a b c/d", "observer,", "Operator", "service", "person:",
    "person:ann", "team:", "team:web", "team:web:", "team::member", "team:web:king",
    "team:web:member:x", "team:Web:member", "team:web",
    "team:\(String(repeating: "a", count: 33)):member",
  ])
  func otherWordsAreNone(text: String) {
    let error = #expect(throws: InvalidRoles.self) { try Role.list(text) }
    #expect(error?.description.contains("expected operator, observer") == true)
  }

  private static let ann = "person:00000000-0000-0000-0000-000000000007"

  /// The error says what to do instead.
  @Test(arguments: [
    ("\(ann),person:00000000-0000-0000-0000-000000000008", "create a second key"),
    ("service:timer,\(ann)", "create a second key"),
    ("service:polls,team:web:member", "create a second key"),
    ("\(ann),team:web:member", "standups teams join"),
    ("team:web:member,observer,\(ann)", "standups teams join"),
    ((0...64).map { "team:t\($0):member" }.joined(separator: ","), "at most 64"),
  ])
  func itIsClearWhoActs(text: String, remedy: String) {
    let error = #expect(throws: InvalidRoles.self) { try Role.list(text) }
    #expect(error?.description.contains(remedy) == true)
  }

  @Test func aKeyHasRolesInManyTeams() throws {
    let teams = (0..<64).flatMap { ["team:t\($0):observer", "team:t\($0):member"] }
    #expect(try Role.list(teams.joined(separator: ",")).count == 128)
  }

  /// Each role with each permission, stated here independently of the declaration.
  @Test(
    arguments: [
      ("operator", [.anyone, .observer, .member, .admin, .operator, .owner]),
      ("observer", [.anyone, .observer]), ("loadtest", [.anyone, .owner]),
      ("service:timer", [.anyone]), ("service:webhooks,observer", [.anyone, .observer]),
      ("service:gateway,operator", [.anyone, .observer, .member, .admin, .operator, .owner]),
      ("service:timer,loadtest", [.anyone, .owner]),
      ("observer,loadtest", [.anyone, .observer, .owner]), ("none", []),
    ] as [(String, [CommandAccess])])
  func rolesGrantPermissions(roles: String, granted: [CommandAccess]) {
    let rights = Self.rights(roles)
    // Never empty because it has all cases.
    for access in CommandAccess.allCases {
      #expect(rights.allows(CommandRule(access)) == granted.contains(access), "\(access)")
      let isGranted = rights.roles.contains { access.isGranted(to: $0) }
      #expect(isGranted == granted.contains(access), "\(access)")
    }
  }

  @Test func eachOrderedPermissionIncludesTheOnesBeforeIt() {
    #expect(CommandAccess.allCases == CommandAccess.allCases.sorted())
    #expect(
      CommandAccess.allCases.map(\.rawValue) == [
        "anyone", "observer", "member", "admin", "operator", "owner", "parent",
      ])
    #expect(CommandAccess.allCases.filter(\.isForBindings) == [.owner, .parent])
    #expect(Set(CommandAccess.allCases.map(\.bit)).count == CommandAccess.allCases.count)
  }

  /// The head alone decides, once a service has declared the permission.
  @Test(
    arguments: [
      ("operator", nil, nil), ("operator", .admin, nil), ("operator", .parent, nil),
      ("observer", .observer, nil), ("observer", .member, .denied), ("observer", .owner, .denied),
      ("observer", .parent, .denied), ("observer", nil, .unavailable),
      ("loadtest", .anyone, nil), ("loadtest", .observer, .denied), ("loadtest", .owner, .denied),
      ("loadtest", nil, .unavailable), ("service:timer", .anyone, nil),
      ("service:timer", .observer, .denied), ("service:timer", nil, .denied),
      ("none", .anyone, .denied),
    ] as [(String, CommandAccess?, BusError.Code?)])
  func refusals(roles: String, access: CommandAccess?, code: BusError.Code?) {
    let head = Head(kind: .command, target: "timer.start", header: Header())
    #expect(
      Self.rights(roles).refusal(of: head, rule: access.map { CommandRule($0) })?.code == code)
  }

  @Test func aLoadTesterSendsCommandsAboutItsOwnWork() {
    func refusal(key: String) -> BusError? {
      let head = Head(kind: .command, target: "timer.start", header: Header(key: key))
      return Self.rights("loadtest").refusal(of: head, rule: CommandRule(.owner))
    }
    #expect(refusal(key: "load/1") == nil)
    #expect(refusal(key: "tool/1")?.code == .denied)
  }

  @Test(arguments: [
    ("operator", "t/", true), ("observer", "m/1/", true), ("loadtest", "t/load.tick/", true),
    ("loadtest", "t/meeting.tick/", false),
    ("loadtest", "t/meeting.", false), ("loadtest", "t/meeting.segment/", false),
    ("loadtest", "m/1/", false), ("loadtest", "h/", true), ("service:timer", "t/", false),
    ("service:timer", "~/0123456789abcdef0123456789abcdef", true),
    ("service:webhooks,observer", "t/", true),
    // The beginning of another's nonce would match it.
    ("service:timer", "~/0", false), ("service:timer", "~/0123456789abcdef0123456789abcde", false),
    ("observer", "~/0", true),
    ("none", "h/", false), ("none", "~/0123456789abcdef0123456789abcdef", false),
    ("loadtest", "", false),
  ])
  func subscriptions(roles: String, topic: String, isAllowed: Bool) {
    #expect(Self.rights(roles).allows(subscriptionTo: Array(topic.utf8)) == isAllowed)
  }

  @Test func aServiceIsItselfAlone() {
    #expect(Self.rights("service:timer").allows(helloAs: "timer"))
    #expect(!Self.rights("service:timer").allows(helloAs: "persistence"))
    #expect(!Self.rights("operator,observer,loadtest").allows(helloAs: "timer"))
  }

  private static let connection = ConnectionID(rawValue: 1)

  @Test func aCacheForgetsWhoIsSilent() {
    var cache = RightsCache<ConnectionID>(half: 4)
    var found = 0
    func find() -> Rights {
      found += 1
      return Self.rights("operator")
    }
    for id in 1...100 {
      _ = cache.rights(of: Self.connection, orFind: find)
      _ = cache.rights(of: ConnectionID(rawValue: UInt64(1000 + id)), orFind: find)
    }
    #expect(found == 101)
    #expect(cache.count <= 8)
    cache.forgetAll()
    _ = cache.rights(of: Self.connection, orFind: find)
    #expect(found == 102)
  }
}
