import Foundation
import StandupsDependencies
import Testing
import ZeroMQ

@testable import AccessRights
@testable import Bus
@testable import BusRouter
@testable import RouterConnections

/// Commands that the gateway sends for persons, with `for` in the header.
@Suite struct PersonCommandTests {
  private static let ann = UUID(number: 1)
  private static let bob = UUID(number: 2)
  private static let annText = "person/00000000-0000-0000-0000-000000000001"
  private static let gateway = key("service:gateway,operator")

  private static func key(_ roles: String, _ byte: UInt8 = 7) -> Rights {
    Rights(
      name: "x", key: CurvePublicKey(bytes: Array(repeating: byte, count: 32)),
      roles: (try? Role.list(roles)) ?? [])
  }

  /// A router that knows the role of Ann, with a timer and the gateway as its second service.
  private func rig(
    _ role: TeamRole? = .member, isOperator: Bool = false, isLoaded: Bool = true,
    isRegistered: Bool = true
  ) -> CoreRig {
    var rig = CoreRig(children: ["timer": ["timer"], "gateway": ["gateway"]]) {
      $0.actingServices = ["gateway"]
      $0.ownRules = [
        "events.heads": CommandRule(.observer, in: .any), "router.health": CommandRule(.anyone),
      ]
    }
    if isLoaded {
      set(&rig) { register in
        register.begin("load")
        register.add(
          Self.ann, isOperator: isOperator, role.map { [.init(team: "default", role: $0)] } ?? [])
        register.finish()
      }
    }
    rig.hello(.first, commands: ["start"])
    if isRegistered { rig.hello(.second, "gateway", commands: []) }
    return rig
  }

  private func set(_ rig: inout CoreRig, _ change: (inout PeopleRegister) -> Void) {
    rig.perform(rig.core.changePeople(change))
  }

  private func send(
    _ rig: inout CoreRig, _ target: String = "timer.start", header: String = "",
    for person: String = annText, as rights: Rights? = nil, from: ConnectionID = .second
  ) {
    let head =
      "STB1 CMD \(target) {\"id\":\"\(UUID().lowercaseText)\",\(header)\"for\":\"\(person)\"}"
    let message: Message = [Frame(head), Frame("{}")]
    rig.perform(rig.core.receive(message, from: from, rights: rights, now: rig.now))
  }

  private func commands(_ rig: inout CoreRig, _ connection: ConnectionID = .first) -> [Header] {
    rig.take(connection).filter { $0.head.kind == .command }.map(\.head.header)
  }

  @Test(arguments: [gateway, nil])
  func theRouterReplacesThePersonByTheActor(rights: Rights?) {
    var rig = rig()
    // With keys, the connection of the command need not be that of the registration.
    send(&rig, as: rights, from: rights == nil ? .second : .tool)
    let headers = commands(&rig)
    #expect(headers.map(\.by) == [Self.annText] && headers.map(\.for) == [nil])
    #expect(rig.core.pending.values.map(\.header.by) == [Self.annText])
    #expect(rig.core.counters.denied == 0 && rig.problem == nil)
  }

  /// Neither spelling nor repetition hides a person from the router or shows one to a service.
  @Test(arguments: [
    #""for":"person/00000000-0000-0000-0000-000000000009","#, #""idem":"ü","#,
    #""f\u006fr":"person/00000000-0000-0000-0000-000000000009","#,
    #""new":{"for":"person/00000000-0000-0000-0000-000000000009"},"#,
  ])
  func noOtherPersonReachesTheService(header: String) throws {
    var rig = rig()
    let id = UUID().lowercaseText
    let head = #"STB1 CMD timer.start {"id":"\#(id)",\#(header)"for":"\#(Self.annText)"}"#
    let message: Message = [Frame(head), Frame("{}")]
    let effects = rig.core.receive(message, from: .second, now: rig.now)
    let sent = effects.compactMap { effect -> (ConnectionID, String)? in
      guard case .send(let to, let message) = effect else { return nil }
      return (to, String(decoding: message.first?.bytes ?? [], as: UTF8.self))
    }
    let (to, text) = try #require(sent.first)
    #expect(sent.count == 1)
    // Denied if the other person counts, who is unknown.
    let isForwarded =
      to == .first && text.contains(#""by":"\#(Self.annText)""#) && !text.contains("for\"")
      && !text.contains("0009\"")
    #expect(isForwarded || to == .second && text.hasPrefix("STB1 ERR"))
  }

  private static let token = "token/00000000-0000-0000-0000-000000000003"

  /// The role of a token is in the header, because only the gateway knows it.
  @Test(
    arguments: [
      ("team:web:member", "web", true), ("team:web:admin", "web", true), ("operator", nil, true),
      ("team:web:observer", nil, false), ("observer", nil, false),
    ] as [(String, String?, Bool)])
  func theRoleOfATokenDecides(role: String, teams: String?, isAllowed: Bool) throws {
    for rights in [Self.gateway, nil] {
      var rig = rig()
      send(&rig, for: "\(Self.token)/\(role)", as: rights)
      let headers = commands(&rig)
      #expect(headers.map(\.by) == (isAllowed ? [Self.token] : []))
      #expect(headers.map(\.teams) == (isAllowed ? [teams] : []))
      guard !isAllowed else { continue }
      let answer = try #require(rig.answers(.second).first)
      #expect(answer.busError.code == .denied && answer.busError.message.contains("Token "))
    }
  }

  /// The team of the token was removed.
  @Test func aTokenOfARemovedTeamMayNothing() throws {
    var rig = rig()
    set(&rig) { $0.apply([.teamRemoved("web")]) }
    send(&rig, for: "\(Self.token)/team:web:admin")
    let answer = try #require(rig.answers(.second).first)
    #expect(answer.busError.code == .denied && commands(&rig).isEmpty)
  }

  /// A token never registers, and is neither a service nor a person.
  @Test(arguments: [
    "service:timer", "loadtest", "person:00000000-0000-0000-0000-000000000001", "",
    "team:web:boss", "team::member", "operator,observer", "team:web:member,team:ops:admin",
  ])
  func otherRolesOfATokenAreRejected(role: String) throws {
    var rig = rig()
    send(&rig, for: "\(Self.token)/\(role)")
    let answer = try #require(rig.answers(.second).first)
    #expect(answer.busError.code == .invalid && commands(&rig).isEmpty)
  }

  /// Retrying would not help: no service answers it.
  @Test func anUnknownCommandIsUnroutable() throws {
    for principal in [Self.annText, "\(Self.token)/team:web:member"] {
      var rig = rig()
      send(&rig, "polls.ask", for: principal)
      #expect(try #require(rig.answers(.second).first).busError.code == .unroutable)
    }
  }

  @Test func othersMayNotActForPersons() throws {
    let attempts: [(Rights?, ConnectionID)] = [
      (Self.key("operator"), .tool), (Self.key("service:timer,operator"), .first),
      (Self.key("person:\(Self.ann)"), .tool), (nil, .tool), (nil, .first),
      // A revoked key.
      (.none(Self.gateway.key), .second),
    ]
    for (rights, connection) in attempts {
      var rig = rig(.admin)
      _ = rig.takeNotices()
      send(&rig, as: rights, from: connection)
      let answer = try #require(rig.answers(connection).first)
      #expect(answer.busError.code == .denied && answer.head.header.by == nil)
      #expect(answer.busError.message.contains("may write “for”"))
      #expect(rig.core.counters.denied == 1 && rig.core.pending.isEmpty)
      let notices = rig.takeNotices().filter { if case .denied = $0 { true } else { false } }
      #expect(notices.count == (rights == nil ? 0 : 1))
    }
  }

  /// Without keys, only the registration shows who may act for persons, and a command may overtake it.
  @Test func untilTheGatewayIsRegisteredTheCommandMayBeRepeated() throws {
    var rig = rig(isRegistered: false)
    send(&rig)
    let error = try #require(rig.answers(.second).first).busError
    #expect(error.code == .unavailable && error.retryable)
    #expect(rig.core.counters.denied == 0 && rig.core.pending.isEmpty)
    send(&rig, as: Self.key("operator"), from: .tool)
    send(&rig, from: .first)
    #expect(rig.answers(.tool).codes == [.denied] && rig.answers(.first).codes == [.denied])
    rig.hello(.second, "gateway", commands: [])
    send(&rig, from: .tool)
    #expect(rig.answers(.tool).codes == [.denied])
  }

  @Test func neitherADelegateCallNorAnActorGoesWithAPerson() {
    var rig = rig()
    let header = Header(cause: UUID(), for: Self.annText)
    rig.receive(Envelope(.delegate, target: "timer.finished", header: header), from: .second)
    #expect(rig.answers(.second).codes == [.denied] && rig.delegates.isEmpty)
    send(&rig, header: #""by":"tool/eve","cause":"\#(UUID().lowercaseText)","#)
    #expect(rig.answers(.second).codes == [.denied] && commands(&rig).isEmpty)
    // The router writes the teams of the person.
    send(&rig, header: #""teams":"default web","cause":"\#(UUID().lowercaseText)","#)
    #expect(rig.answers(.second).codes == [.denied] && commands(&rig).isEmpty)
  }

  /// A command that is sent again under another person's id must not redirect the reply.
  @Test(arguments: [true, false])
  func aDuplicateOfAnotherSenderGetsNoReply(isSamePerson: Bool) {
    var rig = rig()
    set(&rig) { $0.apply([.member(Self.bob, .init(team: "default", role: .admin))]) }
    let id = UUID().lowercaseText
    func send(_ person: UUID) {
      let head =
        #"STB1 CMD timer.start {"id":"\#(id)","idem":"k","for":"\#(PersonActor.id(of: person))"}"#
      let message: Message = [Frame(head), Frame("{}")]
      rig.perform(rig.core.receive(message, from: .second, rights: nil, now: rig.now))
    }
    send(Self.ann)
    #expect(commands(&rig).count == 1)
    send(isSamePerson ? Self.ann : Self.bob)
    #expect(commands(&rig).isEmpty && rig.core.counters.duplicates == 1)
    #expect(rig.answers(.second).codes == (isSamePerson ? [] : [.conflict]))
  }

  @Test(arguments: [
    "", "person/", "tool/ci", "00000000-0000-0000-0000-000000000001", "person/ann",
    "person/00000000-0000-0000-0000-000000000001 ", "Person/00000000-0000-0000-0000-000000000001",
  ])
  func anythingButAPersonIsInvalid(text: String) {
    var rig = rig()
    send(&rig, for: text)
    #expect(rig.answers(.second).codes == [.invalid])
    #expect(commands(&rig).isEmpty && rig.core.counters.malformed == 1)
  }

  /// The key of the gateway permits everything, but only the person's role counts.
  @Test(arguments: [gateway, nil])
  func theRoleOfThePersonDecides(rights: Rights?) throws {
    var rig = rig(.observer)
    send(&rig, as: rights)
    let refusal = try #require(rig.answers(.second).first).busError
    #expect(refusal.code == .denied)
    #expect(
      refusal.message.hasPrefix("Person 00000000-0000-0000-0000-000000000001 may not send")
        && refusal.message.hasSuffix("needs the role member in a team."))
    send(&rig, "events.heads", as: rights)
    #expect(rig.locals.map(\.envelope.head.header.by) == [Self.annText])
    // Not a command of the service itself.
    #expect(rig.locals.map(\.sender) == [nil])
    set(&rig) { $0.apply([.member(Self.ann, .init(team: "default", role: .member))]) }
    send(&rig, as: rights)
    #expect(commands(&rig).count == 1)
    send(&rig, "router.traces", as: rights)
    #expect(rig.answers(.second).codes == [.denied])
    set(&rig) { $0.apply([.person(Self.ann, isOperator: true)]) }
    send(&rig, "router.traces", as: rights)
    #expect(rig.locals.map(\.envelope.head.target) == ["events.heads", "router.traces"])
  }

  @Test func aPersonWithoutARoleMayNothing() {
    var rig = rig(nil)
    for person in [Self.annText, "person/00000000-0000-0000-0000-000000000009"] {
      for target in ["timer.start", "router.health"] {
        send(&rig, target, for: person)
        #expect(rig.answers(.second).codes == [.denied])
      }
    }
    #expect(rig.locals.isEmpty && commands(&rig).isEmpty)
  }

  @Test func untilTheRolesAreLoadedTheCommandMayBeRepeated() throws {
    var rig = rig(isLoaded: false)
    send(&rig)
    let error = try #require(rig.answers(.second).first).busError
    #expect(error.code == .unavailable && error.retryable && error.retryAfterMs == 250)
    #expect(rig.core.counters.malformed == 0 && rig.core.counters.denied == 0)
  }

  /// How a waiting command reaches the router.
  enum Way: CaseIterable { case gatewayWithKey, gatewayWithoutKey, ownKey }

  /// A router without a timer, with a command that waits for it: from Ann, who is a member of the
  /// teams `default` and `ops`.
  private func waiting(_ way: Way) -> CoreRig {
    var rig = rig()
    set(&rig) { $0.apply([.member(Self.ann, .init(team: "ops", role: .member))]) }
    rig.perform(rig.core.unreachable(.first))
    _ = rig.take(.first)
    if way == .ownKey {
      let rights = Rights(
        name: "ann", key: CurvePublicKey(bytes: Array(repeating: 9, count: 32)),
        roles: [.person(Self.ann)], persons: rig.core.people.directory)
      let message: Message = [
        Frame("STB1 CMD timer.start {\"id\":\"\(UUID().lowercaseText)\"}"), Frame("{}"),
      ]
      rig.perform(rig.core.receive(message, from: .second, rights: rights, now: rig.now))
    } else {
      send(&rig, as: way == .gatewayWithKey ? Self.gateway : nil)
    }
    return rig
  }

  /// The new roles do not permit it in all teams in its header.
  @Test(
    arguments: Way.allCases,
    [
      .memberRemoved(ann, team: "ops"), .member(ann, .init(team: "ops", role: .observer)),
      .teamRemoved("ops"), .personRemoved(ann),
    ] as [PeopleDirectory.Change])
  func aWaitingCommandIsDeniedIfItIsNoLongerPermitted(way: Way, change: PeopleDirectory.Change) {
    var rig = waiting(way)
    #expect(rig.core.parked.count(for: "timer") == 1 && rig.answers(.second).isEmpty)
    set(&rig) { $0.apply([change]) }
    #expect(rig.answers(.second).codes == [.denied])
    #expect(rig.core.pending.isEmpty && rig.core.parked.isEmpty)
    #expect(rig.hello(.first).kinds == [.ok])
    #expect(rig.core.counters.denied == 1 && rig.problem == nil)
  }

  /// It keeps the teams in its header.
  @Test(
    arguments: Way.allCases,
    [
      .person(bob, isOperator: true), .person(ann, isOperator: true),
      .member(ann, .init(team: "ops", role: .admin)),
      .member(ann, .init(team: "web", role: .observer)),
    ] as [PeopleDirectory.Change])
  func aWaitingCommandThatIsStillPermittedStays(way: Way, change: PeopleDirectory.Change) {
    var rig = waiting(way)
    set(&rig) { $0.apply([change]) }
    #expect(rig.core.parked.count(for: "timer") == 1 && rig.answers(.second).isEmpty)
    #expect(rig.core.counters.denied == 0 && rig.problem == nil)
    _ = rig.hello(.first)
    #expect(rig.core.pending.values.map(\.header.teams) == ["default ops"])
    #expect(rig.core.parked.isEmpty && rig.problem == nil)
  }

  /// After each of several changes, the command is compared with the roles of that time.
  @Test func aWaitingCommandIsCheckedAfterEachChange() {
    var rig = waiting(.ownKey)
    set(&rig) { $0.apply([.person(Self.ann, isOperator: true)]) }
    set(&rig) { $0.apply([.memberRemoved(Self.ann, team: "ops")]) }
    #expect(rig.core.parked.count(for: "timer") == 1)
    set(&rig) { $0.apply([.person(Self.ann, isOperator: false)]) }
    #expect(rig.answers(.second).codes == [.denied] && rig.core.parked.isEmpty)
  }

  /// The key of a tool keeps its roles unless the team is removed.
  @Test func aWaitingCommandOfAToolIsDeniedIfItsTeamIsRemoved() throws {
    var rig = rig()
    rig.perform(rig.core.unreachable(.first))
    let rights = Rights(name: "ci", key: nil, roles: try Role.list("team:ops:member"))
    let message: Message = [
      Frame("STB1 CMD timer.start {\"id\":\"\(UUID().lowercaseText)\"}"), Frame("{}"),
    ]
    rig.perform(rig.core.receive(message, from: .tool, rights: rights, now: rig.now))
    set(&rig) { $0.apply([.personRemoved(Self.ann), .teamRemoved("web")]) }
    #expect(rig.core.parked.count(for: "timer") == 1)
    set(&rig) { $0.apply([.teamRemoved("ops")]) }
    #expect(rig.answers(.tool).codes == [.denied] && rig.core.parked.isEmpty)
  }

  @Test func aWaitingCommandIsDeniedIfTheKeyOfTheGatewayChanges() {
    var rig = rig()
    rig.perform(rig.core.unreachable(.first))
    send(&rig, as: Self.gateway, from: .tool)
    rig.perform(rig.core.keysChanged([Self.gateway.userID]))
    #expect(rig.answers(.tool).codes == [.denied])
    #expect(rig.core.parked.isEmpty)
  }

  /// Such a command needs more than its head.
  @Test func aCommandForAPersonIsNotPassedUnread() {
    var rig = rig()
    let now = rig.now
    let header = Header(for: Self.annText)
    let next = Head(kind: .command, target: "timer.start", header: header).withBytes {
      rig.core.pass($0, size: $0.count, from: .second, rights: Self.gateway, now: now)
    }
    #expect(next == nil && rig.core.pending.isEmpty)
  }

  @Test func aCallersPersonIsInTheHeaderOfEachAttempt() {
    let attempts = CommandAttempts(CallOptions(principal: .person(Self.ann)), key: nil)
    #expect([1, 2].map { attempts.header($0).for } == [Self.annText, Self.annText])
    #expect(Header(for: Self.annText).leading().for == nil)
  }
}
