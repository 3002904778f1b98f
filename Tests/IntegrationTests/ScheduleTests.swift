import Bus
import Foundation
import Glibc
import ScheduleAPI
import Standups
import StandupsAPI
import Testing

extension Program {
  static let schedule = Program("schedule")
}

/// Scheduled times with real processes and the real clock: never twice, never silently missed.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(30))) struct ScheduleTests {
  /// The next full minute that leaves enough time for preparations.
  private static func soon() -> Date {
    let now = Date().timeIntervalSince1970
    let minute = (now / 60).rounded(.up) * 60
    return Date(timeIntervalSince1970: minute - now < 6 ? minute + 60 : minute)
  }

  private static func rule(_ date: Date) -> ScheduleRule {
    ScheduleRule(
      at: String(date.formatted(.iso8601.time(includingFractionalSeconds: false)).prefix(5)),
      on: ScheduleDay.allCases, zone: "UTC")
  }

  /// One schedule starts a meeting and one asks, at the same moment; the services are killed around it, and there are
  /// two schedule services.
  @Test func aTimeComesOnceWhoeverDies() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let standby = try await cluster.launch(.schedule, log: "schedule-2")
      let starting = try await peer.createStandup("Starting", durationMs: 900_000, attendees: 2)
      let asking = try await peer.createStandup("Asking", durationMs: 900_000, attendees: 2)
      let gone = try await peer.createStandup("Gone", durationMs: 900_000, attendees: 2)
      let at = Self.soon()
      for (standup, mode) in [(starting, ScheduleMode.start), (asking, .ask), (gone, .start)] {
        let schedule = try await peer.send(
          SetSchedule(subject: "\(standup.id)", rule: Self.rule(at), mode: mode))
        #expect(schedule.next.first == at)
      }
      _ = try await peer.send(DeleteStandup(id: gone.id))
      _ = try await follower.first(ScheduleRemoved.self, about: gone.id)
      #expect(try await peer.send(ListSchedules()).total == 2)

      // Another meeting serves as the clock of this test: its last tick before the time.
      let other = try await peer.startMeeting(
        try await peer.createStandup("Other", durationMs: 900_000, attendees: 1))
      let leftMs = Int64(at.timeIntervalSinceNow * 1000)
      _ = try await follower.first(within: .seconds(80), "the last tick before") {
        guard $0.type == MeetingTick.type, $0.subject == "\(other.id)",
          let elapsedMs = $0.data["elapsedMs"].flatMap({ Int64($0.text) })
        else { return false }
        return elapsedMs >= leftMs - 1000
      }
      await cluster.signal(SIGKILL, [.schedule, .persistence])
      _ = try await follower.first(within: .seconds(30), "the start") {
        $0.type == MeetingDue.type && $0.subject == "\(starting.id)"
      }
      await cluster.signal(SIGKILL, [.schedule])
      _ = try await follower.first(within: .seconds(30), "the question") {
        $0.type == MeetingDue.type && $0.subject == "\(asking.id)"
      }
      await cluster.signal(SIGKILL, [.router, .standups])
      standby.signal(SIGKILL)
      // The current leader has looked at all schedules, and has nothing more to report.
      let patient = CallOptions(timeoutMs: 30_000)
      let list = try await peer.send(ListSchedules(), options: patient)
      #expect(list.schedules.allSatisfy { $0.next.first == at.addingTimeInterval(86_400) })

      let started = await follower.events(about: starting.id)
      let due = try #require(started.first { $0.type == MeetingDue.type }).data.decode(
        as: MeetingDue.self)
      let live = try await peer.send(ListLiveMeetings(), options: patient).meetings.filter {
        $0.session.standup.id == starting.id
      }
      #expect(live.map { "\($0.session.id)" } == [due.meeting])
      #expect(due.at == at && due.mode == .start && due.title == "Starting")
      let asked = await follower.events(about: asking.id)
      let question = try #require(asked.first { $0.type == MeetingDue.type }).data.decode(
        as: MeetingDue.self)
      #expect(question.meeting == nil && question.link == "standups:///standups/\(asking.id)")
      for events in [started, asked] {
        #expect(events.count { $0.type == MeetingDue.type } == 1)
        #expect(!events.contains { $0.type == MeetingMissed.type })
      }
    }
  }

  /// A person's schedule as a calendar that another program can read.
  @Test func aCalendarOfTheCommandLine() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      _ = try await peer.createStandup("Daily", durationMs: 900_000, attendees: 2)
      let set = try await cluster.run(
        IntegrationTests.Program.commandLine,
        [
          "schedule", "Daily", "--at", "09:30", "--zone", "Europe/Paris", "--start", "--remind",
          "10m",
        ])
      #expect(
        set.output.contains("09:30 mon-fri, Europe/Paris")
          && set.output.contains("starts automatically"))
      for (words, text) in [
        (["schedule", "--ics"], "DTSTART;TZID=Europe/Paris:"), (["schedule"], "Europe/Paris"),
        (["show", "Daily"], "Schedule   09:30 mon-fri"), (["list"], "NEXT"),
        (["unschedule", "Daily"], "Removed the schedule of “Daily”."),
      ] {
        let run = try await cluster.run(IntegrationTests.Program.commandLine, words)
        #expect(run.ending == .exit(0) && run.output.contains(text), "\(words): \(run.output)")
      }
    }
  }
}
