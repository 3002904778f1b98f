import Bus
import Documents
import FastJSON
import FocusAPI
import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import FocusService

/// Documents that no command would have written are set aside, and the service continues.
@Suite struct ExtremeDocumentTests {
  private static let item = FocusItem(
    id: "00000000-0000-0000-0000-000000000001", person: "ann", title: "Report", seconds: 60,
    date: TestTime.date(0))

  @Test func everyCommandIsAnsweredWhateverWasSaved() async throws {
    let time = TestTime()
    let focus = Document(
      collection: "focus", id: "ann",
      body: try RawJSON(
        encoding: SavedFocus(
          title: "Report", run: .init(durationMs: 10_000, clock: time.clock(since: 0)))))
    let item = try Self.item.document()
    #expect(focus.problem(as: SavedFocus.self) == nil && item.problem(as: FocusItem.self) == nil)
    let variants =
      try Extremes.variants(of: focus.body).map { ($0, focus) }
      + Extremes.variants(of: item.body).map { ($0, item) }
    try #require(variants.count > 100)
    let loop = try SocketLoop(name: "focus-extremes")
    for (variant, document) in variants {
      var changed = document
      changed.body = variant.body
      let probe = try await answers(to: changed, on: loop)
      #expect(
        probe.count == 8 && probe.mistakes.isEmpty,
        "\(document.collection): \(variant.description): \(probe.mistakes)")
    }
    await loop.stop()
  }

  private func answers(to document: Document, on loop: SocketLoop) async throws -> CommandProbe {
    let time = TestTime()
    time.advance(2000)
    let router = InMemoryRouter()
    router.store.state.withLock { $0.documents = [document.collection: [document.id: document]] }
    let service = FocusService(
      on: loop, delegate: router.delegate,
      reducer: FocusReducer(clock: time.clock, defaultMs: Scenario.defaultMs), sleeper: TestClock())
    try await service.start()
    let probe = CommandProbe(service.definition.commands)
    await probe.send(GetFocus(person: "ann"))
    await probe.send(GetRunningFocus())
    await probe.send(TellFocusTimeUp(person: "ann"))
    await probe.send(ListFocusItems())
    await probe.send(GetFocusItem(id: Self.item.id))
    await probe.send(StopFocus(person: "ann"))
    await probe.send(StartFocus(person: "ann", title: "Next"))
    await probe.send(DeleteFocusItem(id: Self.item.id))
    await service.drain()
    return probe
  }

  /// Ids and names that no command would have written.
  @Test func whatHasAnInvalidNameIsNamedAndRemoved() async throws {
    let router = InMemoryRouter()
    let person = Document(
      collection: "focus", id: "a/b", body: try RawJSON(encoding: SavedFocus(title: "Report")))
    var item = try Self.item.document()
    (item.id, item.parent) = ("ITEM", "a/b")
    router.store.state.withLock { [item] in
      $0.documents = ["focus": ["a/b": person], "focus.items": ["ITEM": item]]
    }
    let loop = try SocketLoop(name: "focus-extremes")
    let service = FocusService(
      on: loop, delegate: router.delegate,
      reducer: FocusReducer(clock: TestTime().clock, defaultMs: Scenario.defaultMs),
      sleeper: TestClock())
    try await service.start()
    func send<Command: BusCommand>(_ command: Command) async throws -> Command.Reply {
      let reply = try await service.definition.commands.run(
        Command.target, body: BusJSON.encode(command), call: Call(header: Header()))
      return try BusJSON.decode(Command.Reply.self, from: reply)
    }
    #expect(try await send(ListFocusItems()).items.isEmpty)
    let problems = await service.problems()
    #expect(problems.contains { $0.contains("“a/b”") && $0.contains("focus.forget") })
    #expect(problems.contains { $0.contains("ITEM") })
    _ = try await send(DeleteFocusItem(id: "ITEM"))
    _ = try await send(ForgetFocus(person: "a/b"))
    #expect(
      router.store.documents("focus").isEmpty && router.store.documents("focus.items").isEmpty)
    #expect(await service.problems().isEmpty && router.store.state.withLock { $0.events.isEmpty })
    let error = await #expect(throws: BusError.self) { try await send(ForgetFocus(person: "c/d")) }
    #expect(error?.code == .invalid)
    await service.drain()
    await loop.stop()
  }

  @Test(arguments: [Int64.min, -1, 0, 86_400_001, .max]) func aDurationThatNoFocusHasIsSetAside(
    durationMs: Int64
  ) throws {
    let clock = TestTime().clock(since: 0)
    let document = Document(
      collection: "focus", id: "ann",
      body: try RawJSON(
        encoding: SavedFocus(title: "Report", run: .init(durationMs: durationMs, clock: clock))))
    #expect(document.problem(as: SavedFocus.self)?.contains("86400000 ms") == true)
  }
}
