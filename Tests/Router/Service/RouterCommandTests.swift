@testable import AccessRights
@testable import BusRouter
@testable import Composition
@testable import DeadLetterQueue
import Documents
import FastJSON
import Foundation
import RouterAPI
import ServiceCatalog
import StandupsAPI
import TestSupport
import Testing
import TimerAPI
import WebhooksAPI
import ZeroMQ

@testable import Bus
@testable import RouterService

/// Commands handled by the router itself, and the events it saves.
@Suite struct RouterCommandTests {
  /// A delegate message that no binding handles.
  struct Stray: DelegateMessage, Hashable {
    typealias Reply = Done
    static let target = "timer.stray"
    var number = 7
  }

  func with(_ body: (BusRig, Peer) async throws -> Void) async throws {
    let rig = try await BusRig()
    do {
      try await body(rig, try await rig.tool())
    } catch {
      await rig.close()
      throw error
    }
    await rig.close()
  }

  @Test func servicesAndThoseThatStandBy() async throws {
    try await with { rig, tool in
      _ = try await rig.add("timer", delegates: [CountdownFinished.self])
      let second = Peer(transport: rig.hub.connect(on: rig.loop))
      try await second.open(as: ServiceDefinition(name: "timer", commands: CommandTable()))
      var services: [ConnectedService] = []
      while services.count < 2 { services = try await tool.send(ListServices()).services }
      #expect(services.map(\.name) == ["timer", "timer"])
      #expect(services.map(\.state) == [.up, .standby])
      #expect(services[0].delegates == ["timer.finished"])
      #expect(services[1].instance == second.instance.uuidString.lowercased())
      // Standbys do no work.
      let health = try await tool.send(GetHealth())
      let timer = try #require(health.services.first { $0.name == "timer" })
      #expect(timer.instances == 1 && timer.active == services[0].instance)
      #expect(
        timer.standbys == [Standby(instance: services[1].instance, since: services[1].since)])
      // A single router has no standby, and that is not a problem.
      #expect(health.term == nil && health.standbys == nil)
      #expect(!health.problems.contains { $0.contains("no standby router") })
    }
  }

  /// Commands that it handles itself are not routed.
  @Test func theRouterKnowsItsOwnWords() {
    let words = RouterCommands(since: .now).table.declarations.map {
      String($0.target.prefix { $0 != "." })
    }
    #expect(Set(words) == RouterCore.ownWords)
    #expect(Set(words) == Set(ServiceCatalog.router.words))
  }

  /// Stated here independently of the declarations.
  @Test(arguments: [
    ("service:timer", ["router.bindings", "router.health", "router.services"]),
    (
      "observer",
      [
        "events.heads", "events.replay", "events.snapshot", "router.bindings", "router.health",
        "router.services", "router.whoami",
      ]
    ),
  ])
  func rolesReadEventsAndTheStateOfTheBus(roles: String, targets: [String]) throws {
    let rights = Rights(name: "x", key: nil, roles: try Role.list(roles))
    let declarations = RouterCommands(since: .now).table.declarations
    #expect(declarations.filter { rights.allows($0.rule) }.map(\.target) == targets)
  }

  @Test func theTableOfBindings() async throws {
    try await with { rig, tool in
      _ = try await rig.add("timer", delegates: [CountdownFinished.self, Stray.self])
      let rows = try await tool.send(ListBindings()).bindings
      #expect(rows.count == Integration.standups().bindings.count + 1)
      #expect(rows.filter { $0.state == .unbound }.map(\.message) == ["timer.stray"])
      let finished = rows.filter { $0.message == "timer.finished" }
      #expect(finished.allSatisfy { $0.child == "timer" })
      #expect(finished.map(\.state) == [.bound, .ignored, .bound, .bound])
      #expect(finished.map(\.owner) == ["focus", "load", "meeting", "tool"])
      #expect(
        finished.map(\.causes)
          == [["focus.timeUp"], [], ["meetings.timeUp"], ["persistence.commit"]])
      #expect(finished.map(\.events) == [[], [], [], ["countdown.ended"]])
      let ignored = rows.filter { $0.state == .ignored }
      #expect(
        ignored.map(\.message)
          == ["timer.finished"] + Array(repeating: "timer.speakerChanged", count: 3))
      #expect(ignored.map(\.owner) == ["load", "focus", "load", "tool"])
      #expect(ignored.allSatisfy { $0.reason?.isEmpty == false })
      let decided = try #require(
        rows.first { $0.message == "store.changesDecided" && $0.child == "standups" })
      #expect(decided.events == ["standup.*", "meeting.*", "update.*", "glossary.*"])
      let order = rows.map { "\($0.child) \($0.message) \($0.owner ?? "")" }
      #expect(order == order.sorted())
    }
  }

  @Test func health() async throws {
    try await with { rig, tool in
      let sick = try await tool.send(GetHealth())
      #expect(sick.status == .degraded)
      let children = ServiceCatalog.children.map(\.name)
      #expect(sick.services.map(\.name) == children.sorted())
      #expect(sick.services.allSatisfy { $0.state == .missing })
      #expect(sick.problems.count == children.count)

      _ = try await rig.add("persistence", commands: MemoryStore().commands)
      for name in children where name != "persistence" { _ = try await rig.add(name) }
      let well = try await tool.send(GetHealth())
      #expect(well.status == .ok)
      #expect(well.problems.isEmpty)
      #expect(well.since == Date(timeIntervalSince1970: 1))

      _ = try await rig.add("other", delegates: [Stray.self])
      let worse = try await tool.send(GetHealth())
      #expect(worse.services.map(\.name).contains("other"))
      #expect(worse.unbound == ["timer.stray"])
      #expect(worse.problems == ["No binding handles “timer.stray”."])
    }
  }

  /// Dead-letter messages do not show a webhook's secret.
  @Test func secretsAreNotKept() throws {
    func document(_ message: String, from service: String = "webhooks") throws -> Document {
      try DeadLetterStore.document(
        RouterNotice.Letter(
          service: service, message: message, id: UUID(), correlation: nil, attempts: 1,
          body: Data(#"{"secret":"0123456789abcdef"}"#.utf8), error: BusError(.internal, "broken")),
        at: Date())
    }
    #expect(try document(ChangesDecided.target).body["body"] == nil)
    #expect(try document(ChangesDecided.target, from: "focus").body["body"] != nil)
    #expect(try document(WebhookEventsRequested.target).body["body"] != nil)
  }

  @Test func whatHappensToTheBusIsWrittenDownAndPublished() async throws {
    try await with { rig, _ in
      let timer = try await rig.add("timer")
      // Saved as soon as a store is available.
      _ = try await rig.add("persistence", commands: MemoryStore().commands)
      await rig.published.wait(for: 2)
      await timer.drain()
      await timer.leave()
      let events = await rig.published.wait(for: 3)
      #expect(events.map(\.type) == ["service.up", "service.up", "service.down"])
      #expect(events.map(\.subject) == ["timer", "persistence", "timer"])
      #expect(events.map(\.sequence) == (1...3).map { CloudEvent.sequenceText(Int64($0)) })
    }
  }

  @Test func aMessageThatNothingHandlesIsLoud() async throws {
    try await with { rig, tool in
      let store = MemoryStore()
      _ = try await rig.add("persistence", commands: store.commands)
      let child = try await rig.add("other", delegates: [Stray.self])
      await #expect(throws: BusError.self) { try await child.tell(Stray()) }
      // Up twice, declared unbound, sent unbound, dead-letter message.
      let events = await rig.published.wait(for: 5)
      #expect(events.map(\.type).suffix(3) == ["bus.unbound", "bus.unbound", "bus.deadLetter"])
      #expect(try await tool.send(GetHealth()).unboundCalls == 1)

      let listed = try await tool.send(DeadLetters())
      #expect(listed.total == 1)
      let letter = try #require(listed.letters.first)
      #expect(letter.sender == "other")
      #expect(letter.target == "timer.stray")
      #expect(letter.error.code == .unbound)
      #expect(letter.body == nil)
      let shown = try await tool.send(DeadLetters(id: letter.id))
      #expect(shown.letters.first?.body == RawJSON(unchecked: Array(#"{"number":7}"#.utf8)))

      // It still cannot be delivered, and stays.
      let replayed = try await tool.send(DeadLetters(action: .replay))
      #expect(replayed.letters.first?.attempts == 2)
      #expect(replayed.removed.isEmpty)
      #expect(replayed.total == 1)
      let dropped = try await tool.send(DeadLetters(action: .drop, id: letter.id))
      #expect(dropped.removed == [letter.id])
      #expect(dropped.total == 0)
      await #expect(throws: BusError.self) {
        try await tool.send(DeadLetters(action: .drop, id: letter.id))
      }
    }
  }

  @Test func aDeadLetterIsDeliveredOnce() async throws {
    try await with { rig, tool in
      let store = MemoryStore()
      _ = try await rig.add("persistence", commands: store.commands)
      let told = Recorder<TellTimeUp>()
      let fails = Recorder<Void>()
      var commands = CommandTable()
      commands.on(TellTimeUp.self) { command, _ in
        told.record(command)
        if told.values.count == 1 { throw BusError(.internal, "A defect.") }
        fails.record(())
        return Done()
      }
      _ = try await rig.add("standups", commands: commands)
      let timer = try await rig.add("timer", delegates: [CountdownFinished.self])
      await #expect(throws: BusError.self) {
        try await timer.tell(CountdownFinished(id: Sample.work, elapsedMs: 9000))
      }
      await rig.published.wait(for: 4)
      let replayed = try await tool.send(DeadLetters(action: .replay))
      #expect(replayed.removed.count == 1)
      #expect(replayed.total == 0)
      #expect(told.values == [TellTimeUp(id: Sample.meeting), TellTimeUp(id: Sample.meeting)])
      #expect(try await tool.send(DeadLetters(action: .replay)).letters.isEmpty)
    }
  }

  @Test func whatWasRefusedToItsSenderIsNotDoneLater() async throws {
    try await with { rig, tool in
      var commands = MemoryStore().commands
      let store = MemoryStore()
      commands = store.commands
      _ = try await rig.add("persistence", commands: commands)
      let child = try await rig.add("standups", delegates: [ChangesDecided.self])
      let bad = ChangesDecided(changes: [.deleteChildren(collection: "session.lines", parent: "p")])
      await #expect(throws: BusError.self) { try await child.tell(bad) }
      await rig.published.wait(for: 3)
      let replayed = try await tool.send(DeadLetters(action: .replay))
      #expect(replayed.letters.first?.error.code == .conflict)
      #expect(replayed.removed.isEmpty)
    }
  }

  @Test func pagesOfDeadLetters() async throws {
    try await with { rig, tool in
      _ = try await rig.add("persistence", commands: MemoryStore().commands)
      let child = try await rig.add("other", delegates: [Stray.self])
      for number in 0..<5 {
        await #expect(throws: BusError.self) { try await child.tell(Stray(number: number)) }
      }
      await rig.published.wait(for: 3 + 10)
      var seen: Set<String> = []
      var after: String?
      var pages = 0
      repeat {
        let page = try await tool.send(DeadLetters(after: after, limit: 2))
        seen.formUnion(page.letters.map(\.id))
        after = page.next
        pages += 1
      } while after != nil
      #expect(seen.count == 5)
      #expect(pages == 3)
      let dropped = try await tool.send(DeadLetters(action: .drop))
      #expect(dropped.removed.count == 5)
    }
  }

  @Test func eventsAreReplayed() async throws {
    try await with { rig, tool in
      _ = try await rig.add("persistence", commands: MemoryStore().commands)
      await rig.published.wait(for: 1)
      let heads = try await tool.send(EventHeads())
      #expect(heads.head == 1)
      let replay = try await tool.send(EventReplay(JournalQuery(after: 0)))
      #expect(replay.events == rig.published.values)
    }
  }

  @Test func aLargeLetterIsKeptWithoutItsBody() throws {
    let letter = RouterNotice.Letter(
      service: "standups", message: ChangesDecided.target, id: UUID(), attempts: 1,
      body: Data("\"\(String(repeating: "x", count: 900_000))\"".utf8),
      error: BusError(.tooLarge, "Too large."))
    let document = try DeadLetterStore.document(letter, at: Date(timeIntervalSince1970: 5))
    #expect(try document.body.decode(as: DeadLetter.self).body == nil)
    #expect(document.sortKey == 5000)
  }
}
