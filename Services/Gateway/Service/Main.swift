import Bus
import StandupsConfiguration
import Connecting
import HTTPServer
import OpenID
import StandupsLifecycle
import WebClient

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "gateway", summary: "serves the web page for meetings.",
      settings: GatewaySettings.self
    ) { context, settings in
      if let problem = settings.problem(isInsecure: context.environment.isInsecure) {
        throw ConfigurationError("STANDUPS_WEB", problem)
      }
      let page =
        try settings.page.map { try PageFiles(directory: $0) } ?? PageFiles(PageFiles.embedded)
      let metrics = GatewayMetrics(context.metrics)
      let signIns = try settings.signIn.map { try SignInFile.read($0) }
      let http = try signIns.map { _ in try HTTPClient(limits: OpenIDClient.limits) }
      return try await HostedService(context) { delegate, publisher, connection in
        let client = connection.client()
        try await client.open()
        let gateway = Gateway(
          on: connection.loop, settings: settings,
          bus: VisitorCaller(tool: client, registered: RegisteredCaller(peer: connection.peer)),
          otherCells: OtherCells(Neighbours()),
          events: { connection.subscriber() }, publisher: publisher, page: page, metrics: metrics,
          signIns: SignInProviders(signIns ?? SignInConfiguration(), http), log: context.log)
        let address: String
        do {
          address = try await gateway.listen()
        } catch let error as HTTPServerError where error.code != .inUse {
          // A port may become free later; any other error means that a setting is wrong.
          throw ConfigurationError("STANDUPS_WEB", error.description)
        } catch let error as HTTPServerError {
          throw BusError(.unavailable, "STANDUPS_WEB: \(error.description)")
        }
        context.log.info("The page is at \(address).")
        let service = GatewayService(
          gateway, delegate: delegate, reducer: GatewayReducer(address: address),
          log: { context.log.note($0) }, printChanges: context.changePrinter)
        service.observe(metrics, in: context.metrics)
        return service
      }
    }
  }
}
