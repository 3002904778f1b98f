import Bus
import StandupsDependencies
import Documents
import FocusAPI
import Foundation
import StandupsMetrics
import ServiceShell
import TestSupport
import Testing
import Threads
import ZeroMQ

@testable import FocusService

/// The service with a router that has persistence and a timer in memory.
@Suite struct ServiceTests {
  private let loop: SocketLoop
  private let router = InMemoryRouter()
  private let time = TestTime()
  private let sleeper = TestClock()

  init() throws { loop = try SocketLoop(name: "focus-test") }

  private func service(
    _ delegate: (any DelegateCaller)? = nil, printChanges: (@Sendable ([String]) -> Void)? = nil,
    metrics: FocusMetrics? = nil
  ) -> FocusService {
    FocusService(
      on: loop, delegate: delegate ?? router.delegate,
      reducer: FocusReducer(clock: time.clock, defaultMs: Scenario.defaultMs), sleeper: sleeper,
      printChanges: printChanges, metrics: metrics)
  }

  /// Sends a command as the bus delivers it.
  private func send<Command: BusCommand>(
    _ command: Command, to service: FocusService, key: String? = nil
  ) async throws -> Command.Reply {
    let data = try await service.definition.commands.run(
      Command.target, body: BusJSON.encode(command), call: Call(header: Header(idem: key)))
    return try BusJSON.decode(Command.Reply.self, from: data)
  }

  private var report: StartFocus {
    StartFocus(person: "ann", title: "Report", durationMs: 10_000)
  }

  /// The focus, its items, and the events about both.
  @Test func aForgottenPersonLeavesNothing() async throws {
    let service = service()
    try await service.start()
    for person in ["ann", "bob"] {
      _ = try await send(StartFocus(person: person, title: "Report"), to: service)
      time.advance(2000)
      _ = try await send(StopFocus(person: person), to: service)
      _ = try await send(StartFocus(person: person, title: "Mail"), to: service)
    }
    _ = try await send(ForgetFocus(person: "ann"), to: service, key: "forget")
    #expect(try await send(GetFocus(person: "ann"), to: service) == idle("ann"))
    #expect(router.store.documents("focus").map(\.id) == ["bob"])
    #expect(router.store.documents("focus.items").map(\.parent) == ["bob"])
    #expect(router.store.state.withLock { $0.erased } == [Erasure(subject: "ann")])
    // An unknown person is accepted.
    _ = try await send(ForgetFocus(person: "nobody"), to: service)
    await service.drain()
    await loop.stop()
  }

  /// The service is killed and restarted: the focus continues, and the items are there.
  @Test func aFocusOutlivesTheService() async throws {
    let first = service()
    try await first.start()
    #expect(try await send(GetFocus(person: "ann"), to: first) == idle("ann"))
    let running = try await send(report, to: first, key: "k")
    time.advance(4000)
    router.clocks.withLock { $0 = [:] }

    let delegate = router.delegate
    let second = service(delegate)
    try await second.start()
    #expect(try await send(GetFocus(person: "ann"), to: second).elapsedMs == 4000)
    // Its writer epoch, one page of documents, and the notification about the clock.
    let told = await delegate.told.wait(for: 3)
    let clock = FocusClock(person: "ann", durationMs: 10_000, clock: time.clock(since: 0))
    #expect(told[2] as? FocusClocksNeeded == FocusClocksNeeded(clocks: [clock]))
    #expect(try await send(GetRunningFocus(), to: second).clocks == [clock])
    // Repeated, it is answered and not done again, although it runs.
    #expect(try await send(report, to: second, key: "k") == running)
    #expect(router.store.eventTypes == ["focus.started"])

    time.advance(6000)
    _ = try await send(TellFocusTimeUp(person: "ann"), to: second)
    let page = try await send(ListFocusItems(person: "ann"), to: second)
    let item = try #require(page.items.first)
    #expect(page.total == 1 && item.seconds == 10 && item.title == "Report")
    #expect(try await send(GetFocusItem(id: item.id.uppercased()), to: second) == item)
    #expect(router.store.documents("focus").isEmpty)
    _ = try await send(DeleteFocusItem(id: item.id), to: second)
    #expect(try await send(ListFocusItems(), to: second).total == 0)
    #expect(
      router.store.eventTypes
        == ["focus.started", "focus.stopped", "focus.itemRecorded", "focus.itemDeleted"])
    await second.drain()
    await first.drain()
    await loop.stop()
  }

  @Test func aLostAnswerIsNoSecondItem() async throws {
    let service = service()
    try await service.start()
    _ = try await send(report, to: service)
    time.advance(3000)
    router.store.state.withLock { $0.lostAnswers = 1 }
    async let stopping = send(StopFocus(person: "ann"), to: service)
    await sleeper.waitForSleepers()
    sleeper.advance(by: .seconds(1))
    let item = try await stopping.item
    #expect(try await send(ListFocusItems(), to: service).items == [try #require(item)])
    #expect(router.store.eventTypes == ["focus.started", "focus.stopped", "focus.itemRecorded"])
    await service.drain()
    await loop.stop()
  }

  @Test func theParentAloneTellsTime() throws {
    let access = Dictionary(
      service().definition.commands.declarations.map { ($0.target, $0.access) }
    ) { first, _ in first }
    #expect(access["focus.timeUp"] == .parent && access["focus.running"] == .parent)
    #expect(access["focus.forget"] == .admin)
    #expect(
      access.values.count { $0 == .observer } == 3 && access.values.count { $0 == .member } == 4)
  }

  /// An invalid command is rejected before anything else is checked.
  @Test func mistakesAreRefused() async throws {
    let service = service()
    try await service.start()
    for command in [
      StartFocus(person: "a/b", title: "x"), StartFocus(person: "ann", title: " "),
      StartFocus(person: "ann", title: "x", durationMs: 999),
    ] {
      let error = await #expect(throws: BusError.self) { try await send(command, to: service) }
      #expect(error?.code == .invalid)
    }
    let other = await #expect(throws: BusError.self) {
      try await send(StopFocus(person: ""), to: service)
    }
    #expect(other?.code == .invalid)
    await service.drain()
    await loop.stop()
  }

  @Test func startsAndStopsAreCounted() async throws {
    let registry = MetricRegistry()
    let metrics = FocusMetrics(registry)
    let service = service(metrics: metrics)
    service.observe(metrics, in: registry)
    #expect(await service.obstacle == "The service is still loading its data.")
    try await service.start()
    #expect(await service.obstacle == nil)
    for isTimeUp in [false, true, true] {
      _ = try await send(report, to: service)
      #expect(await registry.refreshed("standups_focus_running") == 1)
      time.advance(isTimeUp ? 10_000 : 500)
      if isTimeUp {
        _ = try await send(TellFocusTimeUp(person: "ann"), to: service)
      } else {
        _ = try await send(StopFocus(person: "ann"), to: service)
      }
    }
    // A repeated report, and a rejected one: neither counts.
    _ = try await send(TellFocusTimeUp(person: "ann"), to: service)
    await #expect(throws: BusError.self) { try await send(StopFocus(person: "ann"), to: service) }
    #expect(await registry.refreshed("standups_focus_running") == 0)
    #expect(await registry.refreshed("standups_focus_started_total") == 3)
    #expect(await registry.refreshed(#"standups_focus_stopped_total{cause="asked"}"#) == 1)
    #expect(await registry.refreshed(#"standups_focus_stopped_total{cause="time_up"}"#) == 2)
    await service.drain()
    #expect(await service.obstacle == "Stopping; not accepting new work.")
    await loop.stop()
  }

  @Test func changesArePrintedWithoutTitles() async throws {
    let lines = Recorder<String>()
    let service = service(printChanges: { for line in $0 { lines.record(line) } })
    try await service.start()
    _ = try await send(report, to: service)
    let text = lines.values.joined(separator: "\n")
    #expect(text.contains("received start\n  + #1 start"))
    #expect(text.contains("  ~ ann: a title, runs for 10000 ms"))
    #expect(!text.contains("Report"))
    await service.drain()
    await loop.stop()
  }

  @Test func aServiceThatIsStoppedWhileItLoadsEnds() async throws {
    router.store.state.withLock { $0.isAway = true }
    let service = service()
    let started = Task { try await service.start() }
    await sleeper.waitForSleepers()
    await service.drain()
    let error = await #expect(throws: BusError.self) { try await started.value }
    #expect(error?.code == .draining)
    await loop.stop()
  }
}
