import Bus
import Foundation
import Glibc
import Standups
import StandupsAPI
import TestSupport
import Testing

/// The metrics of the real services over HTTP, while meetings run and the router is killed.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct MetricsTests {
  private let options = Cluster.Options(
    engine: "/nonexistent", environment: ["STANDUPS_HTTP": "0"])

  @Test(.needs(.promtool))
  func aMeetingMovesTheCountersAndTheDeathOfTheRouterTheHealth() async throws {
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 5000, attendees: 3)
      let session = try await peer.startMeeting(standup)
      let during = try await cluster.metrics(.standups)
      #expect(during["standups_meetings_live"] == 1)
      // The clock starts after the reply.
      try await eventually("Its clock runs.") {
        try await cluster.metrics(.timer)[#"standups_timer_countdowns{state="running"}"#] == 1
      }
      _ = try await follower.first(MeetingFinished.self, about: session.id)

      let router = try await cluster.metrics(.router)
      let ok = { (target: String) in
        router[#"standups_commands_total{target="\#(target)",outcome="ok"}"#]
      }
      #expect(ok("meetings.start") == 1)
      #expect(ok("standups.create") == 1)
      #expect(ok("timer.start") == 1)
      #expect((ok("persistence.commit") ?? 0) >= 4)
      #expect(
        router[#"standups_command_duration_seconds_count{target="meetings.start"}"#] == 1)
      #expect(router[#"standups_events_published_total{type="meeting.started"}"#] == 1)
      #expect(router[#"standups_events_published_total{type="meeting.finished"}"#] == 1)
      #expect((router["standups_events_forwarded_total"] ?? 0) >= 2)
      #expect(router[#"standups_services{peer="timer",state="up"}"#] == 1)
      #expect(router["standups_bindings_unbound"] == 0)
      #expect(router["standups_messages_dropped_total"] == 0)

      // The reply to the last commit may arrive after its event.
      let standups = try await cluster.settled(.standups) { $0["standups_meetings_live"] == 0 }
      #expect(standups[#"standups_meetings_ended_total{outcome="finished"}"#] == 1)
      #expect(standups["standups_meetings_started_total"] == 1)
      let timer = try await cluster.settled(.timer) {
        $0[#"standups_timer_countdowns{state="running"}"#] == 0
      }
      #expect((timer["standups_timer_ticks_total"] ?? 0) >= 2)
      // A tick found due by a command is not late because of a wake-up.
      let wakeUps = timer["standups_timer_tick_lateness_seconds_count"] ?? 0
      #expect((2...(timer["standups_timer_ticks_total"] ?? 0)).contains(wakeUps))
      #expect(timer["standups_timer_speaker_changes_total"] == 2)
      let persistence = try await cluster.metrics(.persistence)
      #expect((persistence["standups_persistence_commit_seconds_count"] ?? 0) >= 4)
      #expect((persistence["standups_persistence_batch_size_count"] ?? 0) >= 1)
      #expect((persistence["standups_persistence_journal_head"] ?? 0) >= 4)
      #expect(persistence["standups_persistence_failed_batches_total"] == 0)
      let transcription = try await cluster.metrics(.transcription)
      #expect(transcription[#"standups_transcription_engine_loaded{model="none"}"#] == 0)

      let documented = try documentedMetrics
      for program in Program.allCases {
        let page = try await cluster.metrics(program)
        #expect(page.names.contains { $0.hasPrefix("standups_") }, "\(program) has none")
        // Never empty because the expectation above requires a name.
        for name in page.names where name.hasPrefix("standups_") {
          #expect(documented.contains("`\(name)`"), "\(name)")
        }
        #expect(page["standups_scrape_complete"] == 1, "\(program)")
        #expect((page["process_cpu_seconds_total"] ?? 0) > 0, "\(program)")
        if program != .router { #expect(page["standups_router_connected"] == 1, "\(program)") }
        #expect(try await Promtool.problems(in: page.text) == "", "\(program)")
      }
      try await routerDies(cluster)
    }
  }

  private var repository: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
  }

  private var documentedMetrics: String {
    get throws {
      try String(contentsOfFile: repository + "/docs/metrics.md", encoding: .utf8)
    }
  }

  /// Expects the services to be not ready without a router, live throughout, and ready
  /// again automatically.
  private func routerDies(_ cluster: Cluster) async throws {
    for program in [Program.router, .persistence, .standups, .timer] {
      _ = try await cluster.wait(program, "/readyz", for: 200)
      #expect(try await cluster.ask(program, "/healthz").status == 200)
    }
    // The speech engine is missing.
    let deaf = try await cluster.ask(.transcription, "/readyz")
    #expect(deaf.status == 503)
    #expect(deaf.body.contains("Speech recognition is unavailable."))
    #expect(try await cluster.ask(.transcription, "/healthz").status == 200)

    await cluster.end(.router, with: SIGKILL)
    let red = try await cluster.wait(.timer, "/readyz", for: 503)
    #expect(red.body.contains("No message from the router"))
    #expect(red.body.contains(#""name":"router","reason""#))
    #expect(try await cluster.ask(.timer, "/healthz").status == 200)
    #expect(try await cluster.metrics(.timer)["standups_router_connected"] == 0)
    try await cluster.start(.router)
    for program in [Program.router, .persistence, .standups, .timer] {
      _ = try await cluster.wait(program, "/readyz", for: 200)
    }
  }
}

extension Cluster {
  /// Polls the metrics until a condition holds; for a test with a time limit.
  fileprivate func settled(
    _ program: Program, _ holds: @Sendable (Scrape) -> Bool
  ) async throws -> Scrape {
    var scrape = try await metrics(program)
    try await waitUntil("The figures of the \(program) service settle.") {
      if holds(scrape) { return true }
      scrape = try await metrics(program)
      return holds(scrape)
    }
    return scrape
  }
}
