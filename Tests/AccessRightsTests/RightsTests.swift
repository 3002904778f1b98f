import Foundation
import Testing
import ZeroMQ

@testable import AccessRights
@testable import RouterConnections
@testable import Bus

@Suite struct RightsTests {
  static func rights(_ roles: String) -> Rights {
    Rights(name: "x", key: nil, roles: Role.list(roles) ?? [])
  }

  @Test(arguments: [
    ("operator", [Role.operator]), ("observer, loadtest", [.observer, .loadtest]),
    ("service:timer", [.service("timer")]),
    ("service:a-b_1,observer", [.service("a-b_1"), .observer]),
  ])
  func rolesAreWords(text: String, roles: [Role]) {
    #expect(Role.list(text) == roles)
    #expect(Role.list(Role.text(roles)) == roles)
  }

  @Test(arguments: ["", "admin", "service:", "service:a b c/d", "observer,", "Operator", "service"])
  func otherWordsAreNone(text: String) {
    #expect(Role.list(text) == nil)
  }

  @Test(arguments: [
    ("operator", "standups.delete", true), ("operator", "router.deadLetters", true),
    ("observer", "router.health", true), ("observer", "router.services", true),
    ("observer", "router.bindings", true), ("observer", "events.replay", false),
    ("observer", "router.deadLetters", false), ("observer", "standups.create", false),
    ("observer", "standups.get", false), ("observer", "timer.start", false),
    ("loadtest", "timer.start", false),
    ("loadtest", "standups.list", false), ("loadtest", "events.replay", false),
    ("service:timer", "router.health", true), ("service:timer", "timer.start", false),
    ("service:timer", "events.replay", false), ("service:timer", "persistence.commit", false),
    ("service:webhooks,observer", "events.replay", false), ("none", "router.health", false),
  ])
  func commands(roles: String, target: String, isAllowed: Bool) {
    #expect(Self.rights(roles).allows(command: target) == isAllowed)
  }

  /// The declaration decides what an observer may send: that of the service, or of the router.
  @Test(arguments: ["standups.get", "events.replay"])
  func anObserverMaySendWhatIsDeclaredToBeForObservers(target: String) {
    func allows(_ roles: String) -> Bool {
      Self.rights(roles).allows(command: target, access: .anyone, isForObservers: true)
    }
    #expect(allows("observer"))
    #expect(allows("service:webhooks,observer"))
    #expect(allows("operator"))
    #expect(!allows("loadtest"))
    #expect(!allows("service:timer"))
    #expect(!allows("none"))
    #expect(!Self.rights("observer").allows(command: "standups.delete", access: .anyone))
  }

  /// The service's declaration lists the commands that a load tester may send.
  @Test(arguments: [
    (CommandTable.Access.owner, true), (.anyone, false), (.parent, false),
  ])
  func aLoadTesterMaySendWhatIsAboutItsOwnWork(access: CommandTable.Access, isAllowed: Bool) {
    #expect(Self.rights("loadtest").allows(command: "timer.start", access: access) == isAllowed)
    #expect(!Self.rights("observer").allows(command: "timer.start", access: access))
  }

  @Test(arguments: [
    ("operator", "t/", true), ("observer", "m/1/", true), ("loadtest", "t/load.tick/", true),
    ("loadtest", "t/meeting.tick/", false),
    ("loadtest", "t/meeting.", false), ("loadtest", "t/meeting.segment/", false),
    ("loadtest", "m/1/", false), ("loadtest", "h/", true), ("service:timer", "t/", false),
    ("service:timer", "~/1", true), ("service:webhooks,observer", "t/", true),
    ("none", "h/", false), ("none", "~/1", false), ("loadtest", "", false),
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
    var cache = RightsCache(half: 4)
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
