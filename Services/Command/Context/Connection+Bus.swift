import Bus
import StandupsConfiguration
import Connecting
import Foundation
import Glibc

extension Connection {
  /// Connects to the router that the environment names, and to other cells on first use.
  ///
  /// - Throws: `ConfigurationError`; `Failure` if no router listens on the socket.
  static func overBus(_ globals: Globals) async throws -> Connection {
    var connection = try await overBus(globals, to: nil)
    let cells = Cells { try await overBus(globals, to: $0) }
    connection.cells = cells
    let close = connection.close
    connection.close = {
      await cells.close()
      await close()
    }
    return connection
  }

  /// Connects to a single router.
  ///
  /// - Parameter router: a host as in `STANDUPS_ROUTER`, or a runtime directory; nil for the router
  ///   that the environment names.
  private static func overBus(_ globals: Globals, to router: String?) async throws -> Connection {
    let environment = try environment(globals, router)
    // Check the key first, so that an unusable key is reported before an unavailable router.
    _ = try environment.clientKeys()
    try environment.secureRuntimeDirectory()
    // If several routers are configured, only one of them needs to be available.
    if Endpoint.list(environment.commands).count == 1 {
      try await requireListener(
        environment.commands, patience: .milliseconds(globals.patienceMs ?? 0), ContinuousClock())
    }
    // The process ends soon afterwards, so messages that are still queued after a second are lost
    // anyway.
    let bus = try BusConnection(
      name: "standups", environment: environment, closesWithin: .seconds(1))
    try await bus.peer.open()
    let events = BusEvents(bus)
    return Connection(
      caller: bus.peer, events: events, timeoutMs: globals.timeoutMs ?? 10_000
    ) {
      await events.close()
      await bus.close()
    }
  }

  /// Environment with the overrides from the command line.
  private static func environment(
    _ globals: Globals, _ router: String?
  ) throws -> BusEnvironment {
    var variables = ProcessInfo.processInfo.environment
    if globals.context != Contexts.none {
      variables = try Contexts.ofUser(variables, isNamed: globals.context != nil)
        .environment(variables, named: globals.context)
      variables = try InstalledServices.environment(variables)
    }
    let directory = FileManager.default.currentDirectoryPath
    func whole(_ path: String) -> String {
      path.hasPrefix("/")
        ? path : URL(fileURLWithPath: "\(directory)/\(path)").standardizedFileURL.path
    }
    if let key = globals.key {
      variables["STANDUPS_KEY"] = key == BusEnvironment.noKey ? key : whole(key)
    }
    if let key = globals.routerKey {
      variables["STANDUPS_ROUTER_KEY"] = BusEnvironment.routerKey(key) == nil ? whole(key) : key
    }
    if let router { variables = BusEnvironment.variables(variables, at: router) }
    return try BusEnvironment(variables, userID: getuid(), isTerminal: isatty(STDERR_FILENO) == 1)
  }

  /// Waits for a router that is restarting.
  ///
  /// - Parameter patience: maximum time to wait.
  /// - Throws: `Failure` if no router listens by then, or if the socket is inaccessible.
  static func requireListener<C: Clock<Duration>>(
    _ endpoint: String, patience: Duration, _ clock: C
  ) async throws {
    let end = clock.now.advanced(by: patience)
    while true {
      do {
        return try requireListener(endpoint)
      } catch let failure as Failure where failure.code == Failure.noRouterCode && clock.now < end {
        try await clock.sleep(for: min(.milliseconds(50), clock.now.duration(to: end)))
      }
    }
  }

  /// Checks that a process listens on a Unix socket. If none does, the connection attempt fails
  /// immediately, so the user need not wait for a timeout.
  private static func requireListener(_ endpoint: String) throws {
    guard endpoint.hasPrefix("ipc://") else { return }
    let path = endpoint.dropFirst("ipc://".count)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      guard path.utf8.count < bytes.count else { return false }
      bytes.copyBytes(from: path.utf8)
      return true
    }
    guard fits else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { Glibc.close(descriptor) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result != 0 else { return }
    switch errno {
    case ENOENT, ECONNREFUSED, ENOTDIR: throw Failure.noRouter(endpoint)
    case EACCES, EPERM:
      throw Failure(
        .denied, code: "denied",
        path.hasPrefix(InstalledServices.runtimeDirectory + "/")
          ? "Cannot connect to the services on this machine: you are not in the standups group. Run"
            + " “sudo adduser $USER standups” and log in again."
          : "Cannot connect to the router's socket \(path): it belongs to another user.")
    default: return
    }
  }
}
