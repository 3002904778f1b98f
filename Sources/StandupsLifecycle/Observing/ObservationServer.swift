import Bus
import StandupsConfiguration
import HTTPServer
import StandupsLogging
import StandupsMetrics

/// The HTTP server of a service: `/metrics`, `/healthz` and `/readyz`.
struct ObservationServer: Sendable {
  private let server: HTTPServer

  /// Time within which a thread of the service must respond; after that, it counts as hanging.
  static let patience = Duration.seconds(3)

  /// Starts the server.
  ///
  /// - Throws: `BusError` if the port is in use, `ConfigurationError` if the address is unusable.
  init(_ context: ServiceContext, at address: HTTPAddress) throws {
    let page = ObservationPages(context: context)
    do throws(HTTPServerError) {
      server = try HTTPServer(host: address.host, port: address.port) { page.answer($0) }
    } catch {
      // Another process may release the port; any other error is caused by an invalid setting.
      guard error.code == .inUse else {
        throw ConfigurationError("STANDUPS_HTTP", error.description)
      }
      throw BusError(.unavailable, "STANDUPS_HTTP: \(error.description)")
    }
    ProcessMetrics.add(to: context.metrics)
    // Not `service` or `instance`, because Prometheus uses these labels for the target.
    context.metrics.gauges(
      "standups_build_info", "Always 1; the labels describe the running program.",
      labels: ["version"]
    ).with(Version.current).set(1)
    context.log.info(
      "Serving metrics and health over HTTP.",
      ["address": LogValue("\(address.host):\(server.port)"), "port": LogValue(server.port)])
  }

  func stop() async {
    await server.stop()
  }
}

/// The pages, served on the thread of a connection.
struct ObservationPages: Sendable {
  let context: ServiceContext
  var patience = ObservationServer.patience

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    switch request.path {
    case "/metrics": metrics()
    case "/healthz": health(.alive)
    case "/readyz": health(.ready)
    case "/":
      HTTPResponse("Standups \(context.name): /metrics, /healthz, /readyz\n")
    default:
      HTTPResponse("Not found; expected /metrics, /healthz or /readyz.\n", status: 404)
    }
  }

  private func health(_ kind: HealthChecks.Kind) -> HTTPResponse {
    let report = context.checks.report(kind, within: patience)
    return HTTPResponse(
      report.json(service: context.name, instance: context.instance),
      status: report.isFine ? 200 : 503, contentType: "application/json")
  }

  /// Counters are always shown. Values that the service's threads provide are shown only if those
  /// threads respond in time.
  private func metrics() -> HTTPResponse {
    let registry = context.metrics
    let refresh = Question { await registry.refresh() }
    let isComplete = refresh.answer(before: .now.advanced(by: patience)) != nil
    registry.gauge(
      "standups_scrape_complete", "1 if every thread of the service responded in time."
    ).set(isComplete)
    return HTTPResponse(registry.text(), contentType: MetricText.contentType)
  }
}
