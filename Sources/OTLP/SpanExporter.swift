import StandupsConfiguration
import Foundation
public import StandupsLogging
public import StandupsMetrics
import Threads
public import WebClient

/// Supplies an exporter with spans.
public protocol SpanSource: Sendable {
  /// Removes and returns completed spans, each exactly once.
  ///
  /// - Parameter limit: maximum number of spans.
  func take(_ limit: Int) async -> [Span]
  /// Returns the total number of spans lost before they could be read.
  func forgotten() async -> Int
}

/// Exports spans to an OpenTelemetry collector in batches and retries when the collector requests
/// it. It never delays the participants, and holds at most one batch.
public actor SpanExporter {
  /// Sends one request and returns its outcome.
  public typealias Post = @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure>
  /// Sleeps; throws when its task is cancelled.
  public typealias Wait = @Sendable (Duration) async throws -> Void

  private let settings: OTLPSettings
  private let source: any SpanSource
  private let post: Post
  private let wait: Wait
  private let random: @Sendable () -> Double
  private let log: Log
  private let exported: Counter
  private let dropped: MetricFamily<Counter>
  private var forgotten = 0
  private let state = Locked(ExportState())

  /// Polling interval, short enough that few spans are lost while they wait.
  private static let look = Duration.milliseconds(200)

  /// Creates an exporter; `run` starts it.
  ///
  /// - Parameters:
  ///   - post: sends a request and returns within its own timeout.
  ///   - wait: sleeps. Default: by the system's clock.
  ///   - random: returns a number from 0 to 1, which varies the delays.
  public init(
    _ settings: OTLPSettings, source: any SpanSource, metrics: MetricRegistry, log: Log,
    post: @escaping Post, wait: @escaping Wait = { try await Task.sleep(for: $0) },
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) {
    self.settings = settings
    self.source = source
    self.post = post
    self.wait = wait
    self.random = random
    self.log = log
    exported = metrics.counter(
      "standups_spans_exported_total", "Spans accepted by the OpenTelemetry collector.")
    dropped = metrics.counters(
      "standups_spans_dropped_total",
      "Spans not delivered to a collector: dropped from memory, abandoned after failures, or rejected.",
      labels: ["reason"])
    // The series exist from the start, because Prometheus cannot see the increase of a series that
    // begins at 1.
    for reason in DropReason.allCases { _ = dropped.with(reason.rawValue) }
  }

  /// Current problems, as sentences with the remedy.
  public nonisolated var problems: [String] {
    state.withLock { $0.problems(receiver: settings.receiver, at: .now) }
  }

  /// Exports until its task is cancelled; then exports the remaining spans as long as the collector
  /// accepts them.
  public func run() async {
    log.info(
      "Exporting spans.",
      ["to": LogValue(settings.receiver), "headers": LogValue(settings.headers.count)])
    let delay = Duration.milliseconds(settings.delayMs)
    var (spans, left) = ([Span](), delay)
    while true {
      spans += await source.take(settings.batch - spans.count)
      await noteForgotten()
      let isTime = left <= .zero || Task.isCancelled
      if spans.count >= settings.batch || isTime && !spans.isEmpty {
        let isTaken = await deliver(spans)
        if Task.isCancelled, !isTaken { return }
        (spans, left) = ([], delay)
        continue
      }
      if Task.isCancelled { return }
      if left <= .zero { left = delay }
      let pause = min(left, Self.look)
      // If the task is cancelled, continues without waiting.
      try? await wait(pause)
      left -= pause
    }
  }

  /// Posts spans, and retries if necessary.
  ///
  /// - Returns: true if the collector accepted them.
  private func deliver(_ spans: [Span]) async -> Bool {
    let request = HTTPRequest(
      url: settings.url,
      headers: [
        HTTPHeader("Content-Type", "application/json"),
        HTTPHeader("User-Agent", "OTel-OTLP-Exporter-Standups/\(Version.current)"),
      ] + settings.headers,
      body: ExportRequest.json(spans, settings.resource))
    var patience = ExportPatience()
    while true {
      switch ExportAnswer(await post(request), spans: spans.count) {
      case .taken(let rejected, let message):
        taken(spans.count, rejected: rejected, message)
        return true
      case .refused(let reason):
        failed(reason)
        drop(spans.count, .refused)
        return false
      case .again(let seconds, let reason):
        failed(reason)
        let pause = patience.next(atLeast: seconds, random: random())
        guard let pause, !Task.isCancelled, (try? await wait(pause)) != nil else {
          drop(spans.count, .unreachable)
          return false
        }
        await noteForgotten()
      }
    }
  }

  private func taken(_ count: Int, rejected: Int, _ message: String?) {
    exported.add(count - rejected)
    if rejected > 0 { drop(rejected, .refused) }
    if rejected > 0 || message != nil {
      log.warning(
        "The collector accepted spans with a warning.",
        ["rejected": LogValue(rejected), "says": LogValue(message ?? "nothing")])
    }
    let wasFailing = state.withLock { state in
      defer { state.failure = nil }
      return state.failure != nil
    }
    if wasFailing { log.info("The collector is receiving spans again.") }
  }

  private func failed(_ reason: String) {
    let isNew = state.withLock { state in
      defer { state.failure = reason }
      return state.failure == nil
    }
    guard isNew else { return }
    log.warning(
      "The collector is not receiving spans.",
      ["to": LogValue(settings.receiver), "reason": LogValue(reason)])
  }

  private func noteForgotten() async {
    let total = await source.forgotten()
    let more = total - forgotten
    forgotten = total
    if more > 0 { drop(more, .forgotten) }
  }

  private func drop(_ count: Int, _ reason: DropReason) {
    dropped.with(reason.rawValue).add(count)
    state.withLock { $0.note(count, reason, at: .now) }
  }
}

/// Reason why a span did not reach a collector.
enum DropReason: String, CaseIterable {
  case forgotten, unreachable, refused
}

/// State of the export for operators. A value type.
struct ExportState {
  /// Reason why the last request failed; nil if it succeeded.
  var failure: String?
  private var drops: [DropReason: (count: Int, last: ContinuousClock.Instant)] = [:]

  /// Time for which dropped spans are reported as a problem.
  private static let telling = Duration.seconds(60)

  mutating func note(_ count: Int, _ reason: DropReason, at now: ContinuousClock.Instant) {
    let known = drops[reason]
    let isRecent = known.map { $0.last.duration(to: now) < Self.telling } ?? false
    drops[reason] = ((isRecent ? known?.count ?? 0 : 0) + count, now)
  }

  func problems(receiver: String, at now: ContinuousClock.Instant) -> [String] {
    func recent(_ reason: DropReason) -> Int? {
      drops[reason].flatMap { $0.last.duration(to: now) < Self.telling ? $0.count : nil }
    }
    var problems: [String] = []
    if let failure {
      problems.append(
        "The OpenTelemetry collector at \(receiver) is not receiving spans: \(failure)")
    }
    if let count = recent(.unreachable) {
      problems.append("Spans dropped recently because the collector did not accept them: \(count).")
    }
    if let count = recent(.refused) {
      problems.append(
        "Spans rejected recently by the collector at \(receiver): \(count); see the router's log.")
    }
    if let count = recent(.forgotten) {
      problems.append(
        "Messages dropped recently before they could be exported: \(count). Raise STANDUPS_TRACE_MESSAGES,"
          + " or export fewer with OTEL_TRACES_SAMPLER.")
    }
    return problems
  }
}
