package import BusRouter
package import OTLP
package import StandupsLogging
package import StandupsMetrics
import Threads
import WebClient

/// The router's span export to an OpenTelemetry collector; created only if one is configured.
package final class TraceExport: Sendable {
  private let exporter: SpanExporter
  private let client: HTTPClient
  private let running = Locked<Task<Void, Never>?>(nil)

  /// Time limit for exporting the remaining spans at shutdown.
  private static let lastWords = Duration.seconds(1)

  /// Creates the export without starting it.
  ///
  /// - Throws: `HTTPFailure` if libcurl cannot be used.
  package init(_ settings: OTLPSettings, router: Router, metrics: MetricRegistry, log: Log) throws {
    let client = try HTTPClient(
      limits: HTTPLimits(
        connectMs: settings.timeoutMs, totalMs: settings.timeoutMs, keptBytes: 16_384))
    self.client = client
    exporter = SpanExporter(
      settings, source: TraceSpans(router, settings.sampler), metrics: metrics, log: log,
      post: { await client.send($0) })
  }

  /// Problems, as sentences that say what to do.
  package var problems: [String] { exporter.problems }

  /// Starts exporting.
  package func start() {
    running.withLock { $0 = Task { await exporter.run() } }
  }

  /// Stops exporting; the remaining spans are sent first if the collector accepts them in time.
  package func stop() async {
    let task = running.withLock { $0.take() }
    task?.cancel()
    let limit = Task {
      // Cancelled if the export finished in time.
      if (try? await Task.sleep(for: Self.lastWords)) != nil { await client.close() }
    }
    await task?.value
    limit.cancel()
    await client.close()
  }
}
