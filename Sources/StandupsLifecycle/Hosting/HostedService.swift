public import Bus
public import Connecting
import Foundation
import StandupsLogging
import Synchronization

/// A service with its connection to the bus, ready to run.
public struct HostedService: RunnableService {
  private let connection: BusConnection
  private let publisher: ZeroMQPublisher
  private let host: ServiceHost
  private let succession: Succession
  private let notifier: SystemdNotifier
  private let checks: HealthChecks

  /// Opens the connection and creates the service.
  ///
  /// - Parameter make: creates the service from its delegate caller, its publisher of ephemeral
  ///   events, and the connection, whose thread it may share.
  /// - Throws: the error of `make`; `ZeroMQError`.
  public init(
    _ context: ServiceContext,
    make: (any DelegateCaller, ZeroMQPublisher, BusConnection) async throws -> any Service
  ) async throws {
    let log = context.log
    let succession = Succession()
    self.succession = succession
    let notifier = SystemdNotifier(context.environment.notifySocket)
    self.notifier = notifier
    checks = context.checks
    connection = try BusConnection(
      name: context.name, environment: context.environment, instance: context.instance
    ) { notice in
      if notice == .superseded { succession.happened() }
      if case .welcomed = notice { notifier.status("Connected to the router.") }
      log.hear(notice)
    }
    publisher = connection.publisher(source: "/standups/\(context.name)")
    do {
      let service = try await make(connection.peer, publisher, connection)
      host = ServiceHost(service, on: connection.peer)
      observe(service, context)
    } catch {
      await connection.close()
      throw error
    }
  }

  /// Registers the health checks. Alive: the threads that do the work respond. Ready: the service
  /// is registered, and has everything that it depends on.
  private func observe(_ service: any Service, _ context: ServiceContext) {
    let (loop, peer) = (connection.loop, connection.peer)
    context.observe(loop)
    checks.add("work", .alive) {
      await service.pulse()
      return nil
    }
    checks.add("router", .ready) { await peer.obstacle }
    checks.add("service", .ready) { await service.obstacle }
    let isConnected = context.metrics.gauge(
      "standups_router_connected", "1 if the service is registered with a router that responds.")
    context.metrics.onRead { isConnected.set(await peer.obstacle == nil) }
  }

  /// Serves until the drain is finished; closes everything in any case.
  ///
  /// - Throws: `Superseded` if another instance took over; the error of the service's `start`;
  ///   `ZeroMQError` if an endpoint is unusable.
  public func run() async throws {
    let publisher = publisher
    do {
      try await connection.loop.run { try publisher.open() }
      // Readiness does not wait for an unavailable router, because services may start in any order.
      notifier.ready("Looking for the router.")
      try await host.run()
    } catch {
      await connection.close()
      throw succession.hasHappened ? Superseded() : error
    }
    await connection.close()
  }

  /// Starts the drain: notifies the readiness check and systemd, accepts no new work, and lets
  /// `run` return when the work in progress is finished.
  public func beginGracefulShutdown() async {
    checks.beginDrain()
    notifier.stopping()
    host.beginGracefulShutdown()
  }
}

/// A flag that is set when another instance takes over.
private final class Succession: Sendable {
  private let flag = Atomic<Bool>(false)

  var hasHappened: Bool { flag.load(ordering: .acquiring) }
  func happened() { flag.store(true, ordering: .releasing) }
}

extension Log {
  /// Logs the events between a service and its router.
  func hear(_ notice: PeerNotice) {
    switch notice {
    case .welcomed(let router, let unbound):
      info("Registered with the router.", ["router": LogValue(router)])
      for message in unbound {
        warning("No binding handles a delegate message.", ["message": LogValue(message)])
      }
    case .routerChanged(let router):
      info("The router was restarted or replaced.", ["router": LogValue(router)])
    case .refused(let error):
      warning(
        "The router rejected the registration: \(error.message)",
        ["code": LogValue(error.code.rawValue)])
    case .superseded:
      // Only at debug level, because the reason is logged again when the process exits.
      debug("Another instance of this service took over.")
    case .failed(let target, let header, let error):
      caused(by: header).error(
        "A command failed: \(error.message)",
        ["target": LogValue(target), "code": LogValue(error.code.rawValue)])
    case .unexpected(let what):
      warning("\(what)")
    }
  }
}
