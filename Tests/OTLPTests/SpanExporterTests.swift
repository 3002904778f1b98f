import Bus
import Foundation
import StandupsLogging
import StandupsMetrics
import TestSupport
import Testing
import Threads
import WebClient

@testable import OTLP

/// An exporter whose collector, clock and spans belong to the test.
@Suite struct SpanExporterTests {
  /// Spans to export.
  private final class Source: SpanSource {
    let state = Locked<(spans: [Span], forgotten: Int)>(([], 0))
    func put(_ count: Int, forgetting forgotten: Int = 0) {
      state.withLock {
        for _ in 0..<count {
          let id = UUID()
          $0.spans.append(
            Span(
              participant: "timer", trace: TraceID(id), id: SpanID(id), parent: nil, name: "x",
              startNs: 1, endNs: 2))
        }
        $0.forgotten += forgotten
      }
    }
    func take(_ limit: Int) async -> [Span] {
      state.withLock { state in
        let taken = Array(state.spans.prefix(limit))
        state.spans.removeFirst(taken.count)
        return taken
      }
    }
    func forgotten() async -> Int { state.withLock { $0.forgotten } }
  }

  private final class Rig: Sendable {
    let source = Source()
    let clock = TestClock()
    let metrics = MetricRegistry()
    let requests = Recorder<HTTPRequest>()
    let answers: Locked<[Result<HTTPResponse, HTTPFailure>]>
    let exporter: SpanExporter

    init(_ answers: [Int] = [], delayMs: Int = 1000) {
      self.answers = Locked(answers.map { .success(HTTPResponse(status: $0)) })
      var settings = OTLPSettings(
        url: "http://c.example:4318/v1/traces", resource: OTLPResource(name: "s", version: "1"))
      settings.headers = [HTTPHeader("authorization", "secret")]
      settings.batch = 3
      settings.delayMs = delayMs
      let (clock, requests, left) = (clock, requests, self.answers)
      exporter = SpanExporter(
        settings, source: source, metrics: metrics, log: .discarded,
        post: { request in
          requests.record(request)
          return left.withLock {
            $0.isEmpty ? .success(HTTPResponse(status: 200)) : $0.removeFirst()
          }
        }, wait: { try await clock.sleep(for: $0) }, random: { 1 })
    }

    func metric(_ line: String) -> Bool {
      metrics.text().split(separator: "\n").contains { $0 == line }
    }

    /// Runs the exporter during `body`, and to its end.
    func running(_ body: () async throws -> Void) async throws {
      let exporter = exporter
      let run = Task { await exporter.run() }
      do {
        try await body()
      } catch {
        run.cancel()
        throw error
      }
      run.cancel()
      await run.value
    }

    /// Waits until it sleeps, and advances the clock.
    func pass(_ duration: Duration) async {
      await clock.waitForSleepers()
      clock.advance(by: duration)
    }
  }

  @Test func fullBatchesGoAtOnceAndTheRestAtItsTime() async throws {
    let rig = Rig()
    rig.source.put(7)
    try await rig.running {
      let full = await rig.requests.wait(for: 2)
      #expect(full[0].url == "http://c.example:4318/v1/traces")
      #expect(full[0].headers.contains(HTTPHeader("Content-Type", "application/json")))
      #expect(full[0].headers.contains(HTTPHeader("authorization", "secret")))
      for _ in 0..<4 { await rig.pass(.milliseconds(200)) }
      await rig.clock.waitForSleepers()
      #expect(rig.requests.values.count == 2)
      await rig.pass(.milliseconds(200))
      _ = await rig.requests.wait(for: 3)
    }
    #expect(rig.metric("standups_spans_exported_total 7"))
    #expect(rig.exporter.problems == [])
  }

  @Test func whatIsThereAtTheEndGoesOut() async throws {
    let rig = Rig()
    try await rig.running {
      await rig.clock.waitForSleepers()
      rig.source.put(5)
    }
    #expect(rig.requests.values.count == 2)
    #expect(rig.metric("standups_spans_exported_total 5"))
  }

  @Test func aBusyCollectorGetsTheSameAgain() async throws {
    let rig = Rig([503])
    rig.source.put(3)
    try await rig.running {
      _ = await rig.requests.wait(for: 1)
      await rig.clock.waitForSleepers()
      #expect(rig.exporter.problems.count == 1)
      #expect(rig.exporter.problems[0].contains("c.example:4318"))
      #expect(!rig.exporter.problems[0].contains("secret"))
      rig.clock.advance(by: .seconds(1))
      let both = await rig.requests.wait(for: 2)
      #expect(both[0] == both[1])
      await rig.clock.waitForSleepers()
      #expect(rig.exporter.problems == [])
    }
    #expect(rig.metric("standups_spans_exported_total 3"))
    #expect(rig.metric(#"standups_spans_dropped_total{reason="unreachable"} 0"#))
  }

  @Test func aCollectorThatStaysAwayCostsABatchAtATime() async throws {
    let rig = Rig(Array(repeating: 502, count: 7))
    rig.source.put(6)
    try await rig.running {
      for count in 1...6 {
        _ = await rig.requests.wait(for: count)
        await rig.pass(.seconds(30))
      }
      _ = await rig.requests.wait(for: 8)
      await rig.clock.waitForSleepers()
      #expect(rig.exporter.problems.count == 1)
      let problem = try #require(rig.exporter.problems.first)
      #expect(
        problem.hasPrefix("Spans dropped recently because the collector did not accept them: 3."))
    }
    #expect(rig.requests.values.prefix(7).allSatisfy { $0 == rig.requests.values[0] })
    #expect(rig.metric(#"standups_spans_dropped_total{reason="unreachable"} 3"#))
    #expect(rig.metric("standups_spans_exported_total 3"))
  }

  @Test func whatIsRefusedOrForgottenIsCountedAndSaid() async throws {
    let rig = Rig([400])
    rig.source.put(3, forgetting: 4)
    try await rig.running {
      _ = await rig.requests.wait(for: 1)
      await rig.clock.waitForSleepers()
      #expect(rig.metric(#"standups_spans_dropped_total{reason="refused"} 3"#))
      #expect(rig.metric(#"standups_spans_dropped_total{reason="forgotten"} 4"#))
      let problems = rig.exporter.problems.joined()
      #expect(problems.contains("status 400"))
      #expect(problems.contains("Spans rejected recently by the collector"))
      #expect(problems.contains("Messages dropped recently before they could be exported: 4."))
      rig.source.put(3)
      await rig.pass(.milliseconds(200))
      _ = await rig.requests.wait(for: 2)
    }
    #expect(!rig.exporter.problems.joined().contains("status 400"))
  }

  @Test func itEndsAtOnceWhereNobodyAnswers() async throws {
    let rig = Rig([503, 503])
    rig.source.put(6)
    try await rig.running {
      _ = await rig.requests.wait(for: 1)
      await rig.clock.waitForSleepers()
    }
    #expect(rig.requests.values.count == 1)
    #expect(rig.metric(#"standups_spans_dropped_total{reason="unreachable"} 3"#))
  }

  @Test func whatWasDroppedIsToldForAWhile() {
    var state = ExportState()
    // Reads the clock because times are relative to any instant.
    let now = ContinuousClock.now
    state.note(2, .forgotten, at: now)
    state.note(3, .forgotten, at: now.advanced(by: .seconds(59)))
    #expect(
      state.problems(receiver: "r", at: now.advanced(by: .seconds(100)))[0].contains("exported: 5.")
    )
    #expect(state.problems(receiver: "r", at: now.advanced(by: .seconds(120))) == [])
    state.note(1, .forgotten, at: now.advanced(by: .seconds(130)))
    #expect(
      state.problems(receiver: "r", at: now.advanced(by: .seconds(131)))[0].contains("exported: 1.")
    )
  }
}
