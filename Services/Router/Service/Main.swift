import RouterConnections
import StandupsLifecycle

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "router",
      summary: "routes commands, composes the services and publishes their events.",
      minFiles: ConnectionLimits.minDescriptors,
      settings: RouterSettings.self
    ) { context, settings in
      try RouterService(context, settings)
    }
  }
}
