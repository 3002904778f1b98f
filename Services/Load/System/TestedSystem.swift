import Bus

/// Services under test in a test through all services: services that the test started, or those
/// behind a running router.
struct TestedSystem {
  /// Directory for sockets and data of services that the test started.
  private let directory: RunDirectory?
  let services: MeasuredServices
  let router: RouterAccess
  /// Description of the router, for a report.
  let place: String

  /// Starts services, or connects to a running router.
  ///
  /// - Parameters:
  ///   - through: a running router; nil starts services.
  ///   - names: services to start, in their order.
  ///   - pids: processes behind a running router whose resource usage is measured.
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

  /// Stops the services that the test started.
  func stop() {
    services.stop()
    directory?.remove()
  }
}
