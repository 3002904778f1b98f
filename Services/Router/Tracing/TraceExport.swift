import BusRouter
import Lifecycle
import OTLP
import Threads
import WebClient

/// The router's export of spans to an OpenTelemetry collector. Where none is set, there is none of it.
final class TraceExport: Sendable {
  private let exporter: SpanExporter
  private let client: HTTPClient
  private let running = Locked<Task<Void, Never>?>(nil)

  /// What is left at the end has so long to go out.
  private static let lastWords = Duration.seconds(1)

  /// - Throws: `HTTPFailure` if libcurl cannot be used.
  init(_ settings: OTLPSettings, router: Router, _ context: ServiceContext) throws {
    let client = try HTTPClient(
      limits: HTTPLimits(
        connectMs: settings.timeoutMs, totalMs: settings.timeoutMs, keptBytes: 16_384))
    self.client = client
    exporter = SpanExporter(
      settings, source: FlightSpans(router, settings.sampler), metrics: context.metrics,
      log: context.log, post: { await client.send($0) })
  }

  /// What is wrong, as sentences that say what to do.
  var problems: [String] { exporter.problems }

  /// Begins.
  func start() {
    running.withLock { $0 = Task { await exporter.run() } }
  }

  /// Ends; what there is goes out before that, if the collector takes it soon.
  func stop() async {
    let task = running.withLock { $0.take() }
    task?.cancel()
    let limit = Task {
      // Cancelled when all was quick enough.
      if (try? await Task.sleep(for: Self.lastWords)) != nil { await client.close() }
    }
    await task?.value
    limit.cancel()
    await client.close()
  }
}
