import Bus
import Countdown
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing
import Threads

/// Several real timers share many countdowns behind a real router; the test acts as the standups
/// service.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct TimersTests {
  /// More than one page.
  static let count = 2500

  @Test func countdownsMoveAndNoTickIsSentTwice() async throws {
    var options = Cluster.Options()
    options.programs = [.router]
    try await withCluster(options) { cluster in
      let keeper = MeetingKeeper(count: Self.count)
      let host = try await cluster.connect("keeper")
      let serving = Task { try await ServiceHost(keeper, on: host.peer).run() }
      defer { serving.cancel() }
      try await host.peer.waitUntilWelcome()

      let ticks = TickBook()
      let listener = try await cluster.connect("listener")
      let subscriber = listener.subscriber()
      let items = try await subscriber.subscribe(["t/meeting.tick/"], buffer: 1_000_000).items
      let reading = Task {
        for await item in items {
          if case .event(_, let event) = item { ticks.note(event) }
        }
      }
      defer { reading.cancel() }

      let first = try await cluster.launch(.timer, log: "timer-1")
      try await ticks.wait { $0.count == Self.count }
      let second = try await cluster.launch(.timer, log: "timer-2")
      let third = try await cluster.launch(.timer, log: "timer-3")
      try await ticks.wait(for: 3) { $0.count == Self.count }
      second.signal(SIGKILL)
      await second.ended()
      // Every countdown ticks again, including those of the killed timer.
      ticks.forget()
      try await ticks.wait(for: 2) { $0.count == Self.count }
      third.signal(SIGTERM)
      await third.ended()
      ticks.forget()
      try await ticks.wait(for: 2) { $0.count == Self.count }
      #expect(ticks.twice == [])
      await subscriber.close()
      first.signal(SIGTERM)
      #expect(await first.ended() == .exit(0))
    }
  }
}

/// Stands in for the standups service: it has many meetings that started some time ago.
private final class MeetingKeeper: Service {
  private let meetings: [RunningMeeting]

  init(count: Int) {
    let start = ClockReader.live()
    meetings = (0..<count).map { number in
      RunningMeeting(
        id: Meeting.ID(UUID()), standup: Standup.ID(UUID()), team: "default", durationMs: 600_000,
        speakers: 2,
        speaker: 0,
        clock: CountdownClock(elapsedMs: Int64(number % 1000), at: start, isRunning: true))
    }
  }

  var definition: ServiceDefinition {
    var commands = CommandTable()
    let meetings = meetings
    commands.on(GetRunningMeetings.self) { command, _ in
      let start = command.after.flatMap { Int($0) } ?? 0
      let end = min(start + 1000, meetings.count)
      return GetRunningMeetings.Reply(
        meetings: Array(meetings[start..<end]), next: end < meetings.count ? "\(end)" : nil)
    }
    return ServiceDefinition(name: "standups", commands: commands)
  }

  func start() async throws {}
  func drain() async {}
}

/// Counts the ticks of each meeting, and detects duplicates.
private final class TickBook: Sendable {
  private struct State {
    var seen: Set<String> = []
    var twice: [String] = []
    var counts: [String: Int] = [:]
  }
  private let state = Locked(State())

  var twice: [String] { state.withLock { $0.twice } }

  func note(_ event: CloudEvent) {
    state.withLock { state in
      if !state.seen.insert(event.id).inserted { state.twice.append(event.id) }
      state.counts[event.subject, default: 0] += 1
    }
  }

  /// Restarts the counts from zero, but still detects earlier ticks.
  func forget() { state.withLock { $0.counts = [:] } }

  /// Returns when the meetings with at least `ticks` ticks satisfy the condition.
  func wait(for ticks: Int = 1, _ isEnough: @Sendable ([String]) -> Bool) async throws {
    try await waitUntil("Meetings have \(ticks) ticks.") {
      let meetings = state.withLock { state in
        state.counts.filter { $0.value >= ticks }.map(\.key)
      }
      return isEnough(meetings)
    }
  }
}
