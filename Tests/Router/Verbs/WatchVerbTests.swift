import Bus
import Foundation
import RouterAPI
import Standups
import StandupsAPI
import Testing

@testable import Command

@Suite("watch")
struct WatchVerbTests {
  private static func journal(_ count: Int) -> SharedJournal {
    var journal = Journal()
    for _ in 0..<count { journal.append("service.up") }
    return SharedJournal(journal)
  }

  private static func sequences(_ bench: Bench) throws -> [String?] {
    try bench.output.split(separator: "\n").map {
      try BusJSON.decode(CloudEvent.self, from: Data($0.utf8)).sequence
        .flatMap { Int64($0) }.map { String($0) }
    }
  }

  @Test("Events are lines for people, safe on a terminal")
  func people() async throws {
    let bench = Bench()
    bench.serve(Self.journal(0))
    bench.events.script([
      .event(
        try Fixture.durable(
          1, MeetingSegment(segment: Fixture.segment(1, "Nothing\u{7} new.")))),
      .event(
        try Fixture.durable(
          2,
          MeetingSpeakerChanged(
            speaker: 1, attendee: Fixture.standup().attendees[1], elapsedMs: 12_000, cause: .time))),
      .event(
        try Fixture.durable(
          3,
          MeetingTurnEnding(
            speaker: 1, attendee: Fixture.standup().attendees[1], elapsedMs: 21_500, leftMs: 2_500))
      ),
    ])
    #expect(await bench.run("watch --count 3") == .ok)
    #expect(
      bench.output == """
        08:00:00  meeting.segment  00000000  Bob: Nothing� new.
        08:00:00  meeting.speakerChanged  00000000  Bob
        08:00:00  meeting.turnEnding  00000000  Bob: 0:03 left

        """)
    #expect(bench.errors.isEmpty)
  }

  @Test("What is lost on the way is had back from the journal, in order and once")
  func repair() async throws {
    let shared = SharedJournal()
    let bench = Bench()
    bench.serve(shared)
    let events = shared.change { journal in (0..<4).map { _ in journal.append("service.up") } }
    bench.events.script([.event(events[3]), .gap, .event(events[1]), .event(events[3])])
    #expect(await bench.run("watch --since 0 --follow --json --count 4") == .ok)
    #expect(try Self.sequences(bench) == ["1", "2", "3", "4"])
    #expect(bench.errors.isEmpty)
  }

  @Test("--since a sequence prints what comes after it, and ends")
  func sinceSequence() async throws {
    let bench = Bench()
    bench.serve(Self.journal(5))
    #expect(await bench.run("watch --since 3 --json") == .ok)
    #expect(try Self.sequences(bench) == ["4", "5"])
    #expect(bench.events.subscriptions.isEmpty)
  }

  @Test(
    "--since a time finds the place in the journal",
    arguments: [
      // The clock of the bench is at 1 800 000 000, which is 2027-01-15T08:00:00Z.
      ("2027-01-15T07:59:57Z", 3), ("2027-01-15T07:59:57.500Z", 2), ("2s", 2), ("30y", nil),
      ("1d", 1000), ("2w", 1000), ("1h2d", nil),
      ("10h", 1000), ("1500ms", 1),
    ])
  func sinceTime(text: String, count: Int?) async throws {
    var journal = Journal()
    for index in 0..<1000 {
      journal.append(
        "service.up", time: Date(timeIntervalSince1970: 1_800_000_000 - 1000 + Double(index)))
    }
    let bench = Bench()
    bench.serve(SharedJournal(journal))
    let code = await bench.run(["watch", "--since", text, "--json"])
    #expect(code == (count == nil ? .usage : .ok))
    if let count {
      #expect(try Self.sequences(bench).count == count)
      #expect(bench.caller.commands(EventReplay.self).count < 20, "it is not read from the start")
    }
  }

  @Test(
    "What cannot be is refused with the reason",
    arguments: [
      ("watch --since 6", "Invalid --since 6; the journal ends at 5."),
      (
        "watch --since 2099-01-01T00:00:00Z",
        "Invalid --since 2099-01-01T00:00:00.000Z; expected a time in the past."
      ),
      ("watch --since 3 --epoch old", "The epoch of the journal is e1, not old"),
    ])
  func refused(line: String, reason: String) async {
    let bench = Bench()
    bench.serve(Self.journal(5))
    #expect(await bench.run(line) == .data)
    #expect(bench.errors.contains(reason))
  }

  @Test(
    "A command line that makes no sense is refused",
    arguments: [
      "watch --count 0", "watch --epoch e1", "watch --since yesterday", "watch --since -3",
      "watch --type meetings.", "watch --meeting last",
    ])
  func usage(line: String) async {
    let bench = Bench()
    bench.serve(Self.journal(5))
    #expect(await bench.run(line) == .usage)
    #expect(bench.output.isEmpty)
  }

  @Test("What is compacted is said on standard error, for people and for programs")
  func compacted() async throws {
    let shared = Self.journal(5)
    shared.change { $0.compacted = 3 }
    let people = Bench()
    people.serve(shared)
    #expect(await people.run("watch --since 1") == .ok)
    #expect(people.output.split(separator: "\n").count == 2)
    #expect(
      people.errors.hasPrefix(
        "Events 2 to 3 are missing, because the journal no longer contains them."))
    let programs = Bench()
    programs.serve(shared)
    #expect(await programs.run("watch --since 1 --json") == .ok)
    #expect(try Self.sequences(programs) == ["4", "5"])
    #expect(programs.errors.hasPrefix(#"{"notice":{"code":"compacted","message":"#))
  }

  @Test("Another journal is said, and followed")
  func epoch() async throws {
    let shared = Self.journal(5)
    let bench = Bench()
    bench.serve(shared)
    bench.caller.on(EventReplay.self) { command in
      if command.query.epoch == "e1" {
        shared.change { $0 = Journal(epoch: "e2") }
        bench.events.send(.beat(JournalHead(epoch: "e2", head: 0)))
      } else {
        bench.events.send(.event(shared.change { $0.append("service.up") }))
      }
      return try shared.change { try $0.replay(command) }
    }
    #expect(await bench.run("watch --json --count 1") == .ok)
    #expect(try Self.sequences(bench) == ["1"])
    #expect(bench.errors.hasPrefix(#"{"notice":{"code":"epoch","message":"#))
  }

  @Test("While the journal is away it is asked again, which is said once")
  func away() async throws {
    let shared = Self.journal(2)
    let bench = Bench()
    bench.serve(shared)
    let tries = Counter()
    bench.caller.on(EventReplay.self) { command in
      if tries.next() < 4 { throw BusError(.unavailable, "Persistence is away.") }
      return try shared.change { try $0.replay(command) }
    }
    let watch = EventWatch(
      connection: Connection(caller: bench.caller, events: bench.events),
      context: bench.context(), limit: 2, follows: true, pause: {})
    try await watch.run(EventFollower(filter: EventFilter(), epoch: "e1", position: 0))
    #expect(bench.output.split(separator: "\n").count == 2)
    #expect(
      bench.errors == "Persistence is away. Missed events are printed after reconnecting.\n")
  }

  @Test("A lost subscription is made again, and what was missed is printed")
  func lostSubscription() async throws {
    let shared = Self.journal(2)
    let bench = Bench()
    bench.serve(shared)
    bench.events.script([.event(shared.change { $0.events[0] })])
    let watch = EventWatch(
      connection: Connection(caller: bench.caller, events: bench.events),
      context: bench.context(), limit: 3, follows: true,
      pause: { shared.change { _ = $0.head == 2 ? $0.append("service.up") : $0.events[0] } })
    try await watch.run(EventFollower(filter: EventFilter(), epoch: "e1", position: 0))
    #expect(bench.output.split(separator: "\n").count == 3)
    #expect(bench.events.subscriptions.count == 2)
  }

  @Test("An error that stays ends it")
  func denied() async {
    let bench = Bench()
    bench.serve(Self.journal(2))
    bench.caller.on(EventReplay.self) { _ in throw BusError(.denied, "Not you.") }
    #expect(await bench.run("watch") == .denied)
  }

  @Test("It ends when it is interrupted")
  func interrupted() async {
    let bench = Bench()
    bench.serve(Self.journal(2))
    bench.interrupt.yield(.interrupt)
    #expect(await bench.run("watch") == .ok)
  }

  @Test("A standup by its name and a meeting by its id become topics and filters")
  func names() async throws {
    let bench = Bench()
    bench.serve(Self.journal(2))
    bench.caller.on(ListStandups.self) { _ in .init(standups: [Fixture.summary()], next: nil) }
    let line = "watch --standup Daily --meeting \(Fixture.meetingID) --type meeting.finished"
    #expect(await bench.run(line + " --since 0") == .ok)
    let asked = bench.caller.commands(EventReplay.self).map(\.query)
    #expect(!asked.isEmpty)
    #expect(asked.allSatisfy { $0.meeting == Fixture.meetingID.description && $0.standup == nil })
    #expect(asked.allSatisfy { $0.types == ["meeting.finished"] })
  }
}
