import Bus
import CommandLineKit
import Foundation
import RouterAPI
import SnapshotAPI
import Standups
import Testing

@testable import Command

@Suite("events")
struct EventsVerbTests {
  private static func bench(_ count: Int = 5, compacted: Int64 = 0) -> Bench {
    var journal = Journal()
    for index in 0..<count { journal.append(index == 3 ? "service.lost" : "service.up") }
    journal.compacted = compacted
    journal.maximumScan = 2
    let bench = Bench()
    bench.serve(SharedJournal(journal))
    return bench
  }

  @Test("heads says where the journal begins and ends")
  func heads() async {
    let people = Self.bench(compacted: 2)
    #expect(await people.run("events heads") == .ok)
    #expect(people.output == "Journal  e1\nEvents   3 to 5\n")
    let empty = Self.bench(0)
    #expect(await empty.run("events heads") == .ok)
    #expect(empty.output == "Journal  e1\nEvents   none\n")
    let programs = Self.bench()
    #expect(await programs.run("events heads --json") == .ok)
    #expect(programs.output == #"{"epoch":"e1","head":5,"oldest":1}"# + "\n")
  }

  @Test(
    "replay gives a page, and says how to go on",
    arguments: [
      ("", 0, [1, 2, 3, 4, 5], false, 5), ("", 3, [4, 5], false, 5),
      (" --limit 2", 0, [1, 2], true, 2), (" --since 2 --limit 2", 0, [3, 4], true, 4),
      (" --type service.lost", 0, [4], false, 5), (" --since 5", 0, [], false, 5),
    ] as [(String, Int64, [Int], Bool, Int64)])
  func replay(
    arguments: String, compacted: Int64, sequences: [Int], hasMore: Bool, resume: Int64
  ) async throws {
    let bench = Self.bench(compacted: compacted)
    #expect(await bench.run("events replay --json" + arguments) == .ok)
    let page = try BusJSON.decode(EventReplay.Reply.self, from: Data(bench.output.utf8))
    #expect(page.events.compactMap { $0.sequence.flatMap { Int($0) } } == sequences)
    #expect(page.hasMore == hasMore && page.resume == resume && page.head == 5)
  }

  @Test("replay is lines for people")
  func lines() async {
    let bench = Self.bench()
    #expect(await bench.run("events replay --limit 2") == .ok)
    #expect(
      bench.output == """
        1  08:00:01  service.up  x
        2  08:00:02  service.up  x
        The journal continues to 5. For more, use --since 2.

        """)
    let none = Self.bench()
    #expect(await none.run("events replay --type bus.") == .ok)
    #expect(none.output == "No matching events.\n")
  }

  @Test(
    "What cannot be replayed is refused",
    arguments: [
      ("events replay --since 6", ExitCode.data), ("events replay --since 0", .data),
      ("events replay --epoch old", .data), ("events replay --limit 0", .usage),
      ("events replay --limit 1001", .usage), ("events replay --type meeting.tick", .usage),
      ("events snapshot --limit 0", .usage),
    ])
  func refused(line: String, code: ExitCode) async {
    let bench = Self.bench(compacted: 2)
    #expect(await bench.run(line) == code)
    #expect(bench.output.isEmpty && !bench.errors.isEmpty)
  }

  @Test("snapshot prints the state and from where to go on")
  func snapshot() async throws {
    let live = Fixture.live(elapsedMs: 65_000)
    let next = "standup:\(Fixture.standup(2).id)"
    let reply = EventSnapshot.Reply(
      epoch: "e1", sequence: 42,
      standups: [Fixture.summary(meetings: 3, live: Fixture.meetingID)], meetings: [live],
      next: next)
    let people = Bench()
    people.caller.on(EventSnapshot.self) { _ in reply }
    #expect(await people.run("events snapshot --limit 1 --after live:1") == .ok)
    #expect(
      people.caller.commands(EventSnapshot.self)
        == [EventSnapshot(after: "live:1", limit: 1)])
    #expect(
      people.output == """
        Journal  e1
        State at 42
        ID        MEETINGS  LIVE      TITLE
        00000000  3         00000000  Daily
        Live     00000000  Daily  1:05
        For more, add --after \(next).

        """)
    let programs = Bench()
    programs.caller.on(EventSnapshot.self) { _ in reply }
    #expect(await programs.run("events snapshot --json") == .ok)
    let data = Data(programs.output.utf8)
    #expect(try BusJSON.decode(EventSnapshot.Reply.self, from: data) == reply)
  }
}
