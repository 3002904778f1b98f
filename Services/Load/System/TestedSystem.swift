import Bus

/// What a test through all services works with: services that it started, or a router that runs.
struct TestedSystem {
  /// For sockets and data of services that the test started.
  private let directory: RunDirectory?
  let services: MeasuredServices
  let router: RouterAccess
  /// Which router that is, for a report.
  let place: String

  /// - Parameters:
  ///   - through: a router that runs; nil starts services.
  ///   - names: of the services that are started, in their order.
  ///   - pids: of processes behind a router that runs, whose use of the machine is measured.
  init(through: String?, starting names: [String], pids: [Int32] = [], _ context: LoadContext)
    throws
  {
    guard let through else {
      let directory = try RunDirectory()
      do {
        router = try Self.access("ipc://\(directory.path)", environment: [:])
        place =
          context.programs.appendingPathComponent("router-service").path
          + ", started for this test, at \(router.commands)"
        services = try MeasuredServices(names, in: directory, context)
      } catch {
        directory.remove()
        throw error
      }
      self.directory = directory
      return
    }
    router = try Self.access(through, environment: context.environment)
    place = router.commands
    services = MeasuredServices(pids: pids)
    directory = nil
  }

  private static func access(_ place: String, environment: [String: String]) throws -> RouterAccess
  {
    let endpoints = try RouterEndpoints.each(place)
    return try RouterAccess(
      commands: endpoints.commands, events: endpoints.events, environment: environment)
  }

  /// Stops what the test started.
  func stop() {
    services.stop()
    directory?.remove()
  }
}
