public import Bus
import Foundation

/// A service with its connection to the bus, ready to be run.
public struct HostedService: RunnableService {
  private let connection: BusConnection
  private let publisher: ZeroMQPublisher
  private let host: ServiceHost

  /// - Parameter make: makes the service: its way to the parent, its way out for ephemeral events, and
  ///   the connection with the thread that it may share.
  /// - Throws: what `make` throws; `ZeroMQError`.
  public init(
    _ context: ServiceContext,
    make: (any DelegateCaller, ZeroMQPublisher, BusConnection) async throws -> any Service
  ) async throws {
    let log = context.log
    connection = try BusConnection(name: context.name, environment: context.environment) {
      log.hear($0)
    }
    publisher = connection.publisher(source: "/standups/\(context.name)")
    let service = try await make(connection.peer, publisher, connection)
    host = ServiceHost(service, on: connection.peer)
  }

  public func run() async throws {
    let publisher = publisher
    try await connection.loop.run { try publisher.open() }
    do {
      try await host.run()
    } catch {
      await connection.close()
      throw error
    }
    await connection.close()
  }

  public func beginGracefulShutdown() async {
    host.beginGracefulShutdown()
  }
}

extension Log {
  /// Writes down what happens between a service and its router.
  func hear(_ notice: PeerNotice) {
    switch notice {
    case .welcomed(let router, let unbound):
      info("The router took the hello.", ["router": LogValue("\(router)")])
      for message in unbound {
        warning("No binding handles a delegate message.", ["message": LogValue(message)])
      }
    case .routerChanged(let router):
      info("Another run of the router answers.", ["router": LogValue("\(router)")])
    case .refused(let error):
      warning(
        "The router refused the hello: \(error.message)", ["code": LogValue(error.code.rawValue)])
    case .superseded:
      error("Another instance of this service took over; this one ends.")
    case .unexpected(let what):
      warning("\(what)")
    }
  }
}
