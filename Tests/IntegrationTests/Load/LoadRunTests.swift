import CommandLineKit
import Foundation
import TestSupport
import Testing

@testable import LoadTester

/// The tester with the real services. The assertions hold however slow the machine is.
@Suite(.timeLimit(.minutes(2)), .serialized) struct LoadRunTests {
  private var context: LoadContext {
    LoadContext(
      console: Console(
        isTerminal: false, width: nil, ink: Ink(isOn: false), errorInk: Ink(isOn: false),
        write: { _ in }, complain: { _ in }),
      environment: [:],
      programs: URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
      showsProgress: false)
  }

  @Test func aTimerIsTested() async throws {
    var options = TimerOptions()
    options.workload.meetings = 30
    options.workload.ramp = 200_000_000
    options.workload.duration = 3_000_000_000
    options.workload.churn = [
      "hold": 4, "release": 4, "skip": 3, "start": 3, "cancel": 3, "bad": 9,
    ]
    options.patience = 60_000_000_000
    let (run, plan) = (TimerRun(options: options, context: context), TimerPlan(options.workload))
    let report = try await blocking { try run.run() }
    #expect(report.ticks.received > 0)
    #expect(report.ticks.duplicate == 0)
    #expect(report.ticks.early == 0)
    #expect(report.ticks.reordered == 0)
    #expect(report.ticks.stray == 0)
    #expect(report.problems.isEmpty || plan.dropped > 0)
    #expect(!TimerAction.Kind.ofChurn.isEmpty)
    for kind in TimerAction.Kind.ofChurn {
      let planned = plan.actions.count { $0.kind == kind }
      #expect(report.commands[kind.rawValue]?.sent ?? 0 == Int64(planned))
    }
    // The initial starts are not counted here.
    #expect(report.commands["ramp"]?.done == 30)
    #expect(report.ramp.unanswered == 0 && report.ramp.seconds != nil)
    let bad = try #require(report.commands["bad"])
    #expect(bad.done == 0 && bad.refused.values.reduce(0, +) == bad.sent)
    #expect(report.process.map { $0.peakBytes > 0 } == true)
    #expect(report.svg.hasPrefix("<svg ") && report.svg.contains("polyline"))
    // The encoded document can be decoded.
    let data = try LoadJSON.encode(report)
    let again = try JSONDecoder().decode(TimerReport.self, from: data)
    #expect(again.ticks == report.ticks && again.lateness == report.lateness)
  }

  /// Without subscribers the timer sends no ticks.
  @Test func meetingsThatNobodyHearsAreMeasured() async throws {
    var options = TimerOptions()
    options.workload.meetings = 200
    options.workload.ramp = 100_000_000
    options.workload.duration = 1_500_000_000
    options.workload.subscribes = false
    options.patience = 60_000_000_000
    let run = TimerRun(options: options, context: context)
    let report = try await blocking { try run.run() }
    #expect(report.commands["ramp"]?.done == 200)
    #expect(report.ticks == TickCounts())
    #expect(report.process?.bytesPerMeeting != nil)
    #expect(!report.isUseless)
  }

  /// The timer gets its countdowns back from the tester, without extra ticks.
  @Test func aTimerThatIsKilledComesBack() async throws {
    var options = TimerOptions()
    options.workload.meetings = 20
    options.workload.ramp = 100_000_000
    options.workload.duration = 6_000_000_000
    options.workload.restart = 1_000_000_000
    options.patience = 60_000_000_000
    let run = TimerRun(options: options, context: context)
    let report = try await blocking { try run.run() }
    let recovery = try #require(report.recovery)
    #expect(recovery.secondsToState != nil)
    #expect(report.ticks.duplicate == 0)
    #expect(report.ticks.stray == 0)
    #expect(report.ticks.received > 20)
  }

  /// One of three timers is killed and another one joins: only the necessary countdowns move, and
  /// no tick is repeated.
  @Test func timersShareTheMeetings() async throws {
    var options = TimerOptions()
    options.workload.meetings = 60
    options.workload.ramp = 200_000_000
    options.workload.duration = 12_000_000_000
    options.workload.sharing = SharingPlan(timers: 3, kill: 1_000_000_000, add: 6_000_000_000)
    options.patience = 60_000_000_000
    let run = TimerRun(options: options, context: context)
    let report = try await blocking { try run.run() }
    let sharing = try #require(report.sharing)
    #expect(sharing.timers == 3)
    #expect(sharing.changes.map(\.kind) == [.killed, .added])
    #expect(sharing.changes.map(\.timers) == [2, 3])
    #expect(sharing.misplaced == 0)
    for change in sharing.changes {
      #expect(change.mustMove > 0 && change.mustMove < 60)
      #expect(change.needless == 0)
    }
    #expect(report.ticks.duplicate == 0)
    #expect(report.ticks.stray == 0)
    #expect(report.problems.isEmpty)
  }

  /// Starts above the limit are rejected as busy, without affecting running meetings.
  @Test func aStormOfStartsIsAnswered() async throws {
    var options = TimerOptions()
    options.workload.meetings = 20
    options.workload.ramp = 100_000_000
    options.workload.duration = 3_000_000_000
    options.workload.storm = 300
    options.environment["STANDUPS_TIMER_LIMIT"] = "120"
    options.patience = 60_000_000_000
    let run = TimerRun(options: options, context: context)
    let report = try await blocking { try run.run() }
    let storm = try #require(report.commands["storm"])
    #expect(storm.sent == 300 && storm.unanswered == 0)
    #expect(storm.done == 100 && storm.refused == ["busy": 200])
    #expect(report.commands["ramp"]?.done == 20 && report.commands["start"] == nil)
    #expect(report.ticks.duplicate == 0 && report.ticks.stray == 0)
  }

  @Test func aTimerThatEndsIsNoticed() async throws {
    var options = TimerOptions()
    options.subject = .child(program: "/bin/false")
    let run = TimerRun(options: options, context: context)
    await #expect(throws: LoadFailure.self) { try await blocking { try run.run() } }
  }

  @Test func wholeMeetingsAreHeld() async throws {
    var workload = MeetingsWorkload()
    workload.meetings = 4
    workload.ramp = 500_000_000
    workload.lengthMs = 2000
    let run = MeetingsRun(workload: workload, through: nil, context: context)
    let report = try await blocking { try run.run() }
    #expect(report.finished == 4)
    #expect(report.speakers.received == 8)
    #expect(report.ticks.duplicate == 0 && report.ticks.early == 0 && report.ticks.stray == 0)
    #expect(report.commands["start"]?.done == 4)
    #expect(report.services.map(\.name) == ["router", "persistence", "standups", "timer"])
  }

  @Test func commandsAreSentThroughAllServices() async throws {
    var workload = CommandsWorkload()
    workload.windows = [1, 4]
    workload.duration = 600_000_000
    workload.saved = 60
    let run = CommandsRun(workload: workload, through: nil, context: context)
    let report = try await blocking { try run.run() }
    #expect(report.parts.map(\.part) == [.create, .create, .get, .get, .list, .list, .live, .live])
    for part in report.parts {
      #expect(part.answered > 0 && part.lost == 0, "\(part.part) \(part.refused)")
      #expect(part.cpuUs.keys.sorted() == ["persistence", "router", "standups"])
    }
  }

  @Test func theRequestsOfAFileAreSent() async throws {
    var workload = CommandsWorkload()
    workload.parts = [.requests]
    workload.windows = [4]
    workload.duration = 600_000_000
    let run = CommandsRun(
      workload: workload, through: nil,
      requests: [
        .init(target: "standups.list", body: "{}"),
        .init(target: "standups.create", body: #"{"title":"000000000000"}"#, isIdempotent: true),
      ], context: context)
    let part = try #require(try await blocking { try run.run() }.parts.first)
    #expect(part.part == .requests && part.answered > 1 && part.lost == 0, "\(part.refused)")
  }

  @Test func aRouterIsTested() async throws {
    var workload = BusWorkload()
    workload.duration = 300_000_000
    workload.subscribers = 3
    let run = BusRun(
      workload: workload, subject: .child(program: nil, isTCP: false), context: context)
    let report = try await blocking { try run.run() }
    #expect(report.parts.map(\.part) == BusWorkload.Part.allCases)
    for part in report.parts {
      #expect(part.messages > 0)
      #expect(part.cpuSecondsPerMillion != nil)
    }
  }
}
