import Bus
import RouterAPI
import StandupsAPI
import Testing

@testable import Command

@Suite("Places of deep links")
struct OpenVerbTests {
  private func bench() -> Bench {
    let bench = Bench()
    bench.caller.on(ListStandups.self) { _ in .init(standups: [Fixture.summary()], next: nil) }
    bench.caller.on(GetStandup.self) { _ in
      .init(summary: Fixture.summary(), meetings: [Fixture.meeting()], next: nil)
    }
    return bench
  }

  @Test(
    "A deep link leads to its place",
    arguments: [
      ("standups:///", "standups.list"),
      ("standups:///standups/00000000-0000-0000-0000-000000000001", "standups.get"),
      ("standups:///standups/00000000-0000-0000-0000-000000000001/record", "meetings.live"),
      ("standups:///search?q=Daily%20plan", "standups.search"),
    ])
  func open(link: String, target: String) async {
    let bench = bench()
    bench.caller.on(GetListStatus.self) { _ in .init(destination: nil, standups: 1, live: 0) }
    bench.caller.on(ListLiveMeetings.self) { _ in .init(meetings: [Fixture.live()]) }
    bench.caller.on(SearchTranscripts.self) { command in
      #expect(command == SearchTranscripts(query: "Daily plan", limit: 20, offset: 0))
      let hit = SearchTranscripts.Hit(
        standup: Fixture.standup().id, title: "Daily", meeting: Fixture.meeting(), snippet: "plan")
      return .init(hits: [hit], total: 1)
    }
    #expect(await bench.run(["open", link]) == .ok)
    #expect(bench.caller.targets.first == target)
    #expect(bench.output.contains("Daily"))
  }

  @Test("A place where something can be done says how")
  func openHints() async {
    let standup = "standups:///standups/\(Fixture.standup().id)"
    for (path, hint) in [("edit", "standups edit"), ("alert/deleteStandup", "standups delete")] {
      let bench = bench()
      #expect(await bench.run(["open", "\(standup)/\(path)"]) == .ok)
      #expect(bench.caller.targets == ["standups.get"])
      #expect(bench.output.contains("“\(hint) \(Fixture.standup().id)”"))
    }
    let bench = bench()
    #expect(await bench.run(["open", "standups:///standups/new"]) == .ok)
    #expect(bench.output.contains("standups add TITLE"))
    #expect(bench.output.contains("5 min"))
    #expect(await bench.run(["open", "standups:///search"]) == .ok)
    #expect(bench.output.contains("standups search WORD"))
    #expect(bench.caller.sent.isEmpty)
  }

  @Test(
    "The places of the bus are what its commands show",
    arguments: [
      ("health", "router.health"), ("services", "router.services"),
      ("bindings", "router.bindings"), ("dead-letters", "router.deadLetters"),
      ("traces/4be1f6a2", "router.trace"),
    ])
  func openBus(path: String, target: String) async {
    let bench = bench()
    func refuse<Command: BusCommand>(_ command: Command.Type) {
      bench.caller.on(command) { _ in throw BusError(.denied, "Not for you.") }
    }
    refuse(GetHealth.self)
    refuse(ListServices.self)
    refuse(ListBindings.self)
    refuse(DeadLetters.self)
    refuse(GetTrace.self)
    #expect(await bench.run(["open", "standups:///\(path)"]) != .ok)
    #expect(bench.errors.contains("Not for you."))
    #expect(bench.caller.targets == [target])
  }

  @Test("A link that makes no sense, or leads to what is not there")
  func badLinks() async {
    let bench = bench()
    #expect(await bench.run(["open", "standups:///record"]) == .data)
    bench.caller.on(ListLiveMeetings.self) { _ in .init(meetings: [Fixture.live()]) }
    let link = "standups:///standups/\(Fixture.standup().id)/record/alert/endMeeting"
    #expect(await bench.run(["open", link]) == .noInput)
    #expect(bench.errors.contains("not waiting for an answer to endMeeting"))
  }
}
