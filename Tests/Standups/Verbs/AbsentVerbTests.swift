import Bus
import StandupsDependencies
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import Command

@Suite("Absences on the command line")
struct AbsentVerbTests {
  /// Time of the test's clock: 2027-01-15 08:00 UTC.
  private static let nowMs: Int64 = 1_800_000_000_000
  private static let dayMs: Int64 = 86_400_000

  /// - Parameter bob: the end of Bob's absence.
  private func bench(
    live: LiveMeeting? = nil, bob: Int64? = nil, zone: LocalZone = .known("GMT")
  ) -> Bench {
    let bench = Bench(zone: zone)
    var standup = Fixture.standup()
    standup.attendees[id: standup.attendees[1].id]?.absentUntilMs = bob
    bench.caller.on(ListStandups.self) { [standup] _ in
      .init(standups: [Fixture.summary(standup, live: live?.session.id)], next: nil)
    }
    bench.caller.on(MarkAbsent.self) { [standup] command in
      var standup = standup
      standup.attendees[id: command.attendee]?.absentUntilMs = command.untilMs
      return standup
    }
    bench.caller.on(MarkPresent.self) { _ in Fixture.standup() }
    if let live {
      bench.caller.on(GetMeeting.self) { _ in live }
      bench.caller.on(DropTurns.self) { _ in live }
      bench.caller.on(AddTurn.self) { _ in live }
    }
    return bench
  }

  @Test(
    "The last day is meant where somebody is, or in the zone that is told",
    arguments: [
      ("", "2027-01-15", "2027-01-16T00:00:00Z"),
      (" --until today", "2027-01-15", "2027-01-16T00:00:00Z"),
      (" --until tomorrow", "2027-01-16", "2027-01-17T00:00:00Z"),
      (" --until 2027-02-01", "2027-02-01", "2027-02-02T00:00:00Z"),
      (" --until 2027-02-01 --zone Europe/Paris", "2027-02-01 23:00", "2027-02-01T23:00:00Z"),
      // The night of the change to summer time is an hour shorter.
      (" --until 2027-03-28 --zone Europe/Paris", "2027-03-28 22:00", "2027-03-28T22:00:00Z"),
    ])
  func until(arguments: String, day: String, end: String) async throws {
    let bench = bench()
    #expect(await bench.run("absent daily bob" + arguments) == .ok)
    let sent = bench.caller.commands(MarkAbsent.self)
    let date = try Date(end, strategy: .iso8601)
    #expect(sent.map(\.untilMs) == [Int64(date.timeIntervalSince1970) * 1000])
    #expect(sent.map(\.attendee) == [Fixture.standup().attendees[1].id])
    let text = day.count == 10 ? "through \(day)" : "until \(day)"
    #expect(bench.output == "Bob is absent \(text).\n")
  }

  @Test(
    "Other days and zones are refused",
    arguments: [
      "--until 2027-02-30", "--until 01.02.2027", "--until 2027-2-1", "--until soon",
      "--until 2027-02-01 --zone Mars", "--zone Europe/Paris",
    ])
  func wrong(arguments: String) async {
    let bench = bench()
    #expect(await bench.run("absent daily bob \(arguments)") == .usage)
    #expect(bench.caller.commands(MarkAbsent.self).isEmpty)
  }

  @Test("Where this machine’s zone has no name it is asked for")
  func unknownZone() async {
    let zone = LocalZone.unknown("TZ is “CET-1CEST”")
    let bench = bench(zone: zone)
    for arguments in ["", " --until tomorrow"] {
      #expect(await bench.run("absent daily bob" + arguments) == .usage)
    }
    #expect(bench.caller.commands(MarkAbsent.self).isEmpty)
    #expect(bench.errors.contains("TZ is “CET-1CEST”. Name the time zone"))
    #expect(await bench.run("absent daily bob --until 2027-02-01 --zone Europe/Paris") == .ok)
    // Leaving a running meeting needs no day.
    #expect(await self.bench(live: Fixture.live(), zone: zone).run("absent daily bob") == .ok)
  }

  @Test("In a meeting that runs the turns are shared, and nothing is kept unless a day is told")
  func live() async {
    let bench = bench(live: Fixture.live())
    #expect(await bench.run("absent daily bob") == .ok)
    #expect(bench.caller.commands(MarkAbsent.self).isEmpty)
    #expect(bench.caller.commands(DropTurns.self).count == 1)
    #expect(await bench.run("absent daily bob --until tomorrow") == .ok)
    #expect(bench.caller.commands(MarkAbsent.self).count == 1)
    #expect(bench.caller.commands(DropTurns.self).count == 2)
    // Bob has already spoken: the saved absence remains.
    bench.caller.on(DropTurns.self) { _ in throw BusError(.conflict, "Bob has no turn to come.") }
    #expect(await bench.run("absent daily bob --until tomorrow") == .ok)
    #expect(await bench.run("absent daily bob") != .ok)
  }

  @Test("What is kept is taken back, and whoever comes late gets a turn")
  func present() async {
    let kept = bench(bob: Self.nowMs + Self.dayMs)
    #expect(await kept.run("present daily bob") == .ok)
    #expect(kept.caller.commands(MarkPresent.self).count == 1)
    #expect(kept.output == "Bob is present again.\n")

    let over = bench(bob: Self.nowMs)
    #expect(await over.run("present daily bob") == .ok)
    #expect(over.caller.commands(MarkPresent.self).isEmpty)
    #expect(over.output == "Bob was not absent.\n")

    var meeting = Fixture.live()
    let isDropped = meeting.session.dropTurns(of: Fixture.standup().attendees[1].id, atMs: 0)
    #expect(isDropped)
    let late = bench(live: meeting)
    #expect(await late.run("present daily bob") == .ok)
    #expect(late.caller.commands(AddTurn.self).count == 1)
    #expect(await late.run("present daily cy") == .ok)
    #expect(late.caller.commands(AddTurn.self).count == 1)
    #expect(late.output.hasSuffix("Cy was not absent.\n"))
  }

  @Test("show and list tell who is absent, as long as that is so")
  func shown() async {
    for (until, isShown) in [(Self.nowMs + 1, true), (Self.nowMs, false)] {
      let bench = bench(bob: until)
      bench.caller.on(GetStandup.self) { _ in
        var standup = Fixture.standup()
        standup.attendees[id: standup.attendees[1].id]?.absentUntilMs = until
        return .init(summary: Fixture.summary(standup), meetings: [], next: nil)
      }
      #expect(await bench.run("show daily") == .ok)
      #expect(bench.output.contains("\nAbsent     Bob until 2027-01-15 08:00\n") == isShown)
      let list = self.bench(bob: until)
      list.caller.on(GetListStatus.self) { _ in .init(destination: nil, standups: 1, live: 0) }
      #expect(await list.run("list") == .ok)
      #expect(list.output.contains(isShown ? "2 of 3" : " 3 "))
    }
  }

  @Test("start names who is there all the same")
  func start() async {
    let bench = bench(bob: Self.nowMs + Self.dayMs)
    bench.caller.on(StartMeeting.self) { _ in Fixture.live() }
    #expect(await bench.run("start daily --present bob --absent ann --no-record --detach") == .ok)
    let sent = bench.caller.commands(StartMeeting.self)
    let people = Fixture.standup().attendees
    #expect(sent.map(\.present) == [[people[1].id]] && sent.map(\.absent) == [[people[0].id]])
  }
}
