import Lifecycle

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "router",
      summary: "routes commands, composes the services and publishes their events."
    ) { context in
      try RouterService(context)
    }
  }
}
