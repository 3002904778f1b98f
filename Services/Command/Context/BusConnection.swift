import Bus
import Foundation
import Glibc
import Lifecycle
import ZeroMQ

extension Connection {
  /// Connects to the router that the environment names.
  ///
  /// - Throws: `ConfigurationError`; `Failure` where nothing listens at the router's socket.
  static func overBus(_ globals: Globals) async throws -> Connection {
    let environment = try environment(globals)
    let keys = try environment.clientKeys()
    try requireListener(environment.commands)
    let context = try Context()
    let loop = try SocketLoop(name: "standups")
    let peer = Peer(
      transport: ZeroMQTransport(environment.commands, context: context, loop: loop, keys: keys),
      configuration: PeerConfiguration(endpoint: environment.commands))
    try await peer.open()
    let events = BusEvents(
      endpoint: environment.events, context: context, loop: loop, keys: keys)
    return Connection(
      caller: peer, events: events, timeoutMs: globals.timeoutMs ?? 10_000
    ) {
      await peer.close()
      await events.close()
      // The process ends soon; what is still open then ends with it.
      try? await context.close(within: .seconds(1))
      await loop.stop()
    }
  }

  /// The environment, with what the command line says instead.
  private static func environment(_ globals: Globals) throws -> BusEnvironment {
    var variables = ProcessInfo.processInfo.environment
    let directory = FileManager.default.currentDirectoryPath
    func whole(_ path: String) -> String {
      path.hasPrefix("/")
        ? path : URL(fileURLWithPath: "\(directory)/\(path)").standardizedFileURL.path
    }
    if let key = globals.key {
      variables["STANDUPS_KEY"] = key == BusEnvironment.noKey ? key : whole(key)
    }
    if let key = globals.routerKey {
      variables["STANDUPS_ROUTER_KEY"] = CurvePublicKey(key) == nil ? whole(key) : key
    }
    return try BusEnvironment(variables, userID: getuid(), isTerminal: isatty(STDERR_FILENO) == 1)
  }

  /// A Unix socket that nobody listens on is known at once; there is nothing to wait for.
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
        "You may not use the router's socket \(path): it belongs to another user.")
    default: return
    }
  }
}

/// Events from the router's events endpoint.
actor BusEvents: EventSource {
  private let endpoint: String
  private let context: Context
  private let loop: SocketLoop
  private let keys: KeySource?
  private var open: [Subscriber] = []

  init(endpoint: String, context: Context, loop: SocketLoop, keys: KeySource?) {
    self.keys = keys
    self.endpoint = endpoint
    self.context = context
    self.loop = loop
  }

  func subscribe(
    _ prefixes: [String]
  ) async throws -> AsyncThrowingStream<EventNotice, any Error> {
    let subscriber = Subscriber(endpoint, context: context, loop: loop, keys: keys)
    open.append(subscriber)
    let (confirmation, items) = try await subscriber.subscribe(prefixes)
    guard confirmation.denied.isEmpty else {
      await subscriber.close()
      throw BusError(
        .denied,
        "This key may not subscribe to \(confirmation.denied.joined(separator: ", ")): ask for"
          + " one with the role of an observer.")
    }
    // What a slow reader does not take is dropped here as the socket drops it: holes are repaired.
    return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(10_000)) { continuation in
      let reading = Task {
        for await item in items {
          switch item {
          case .event(_, let event): continuation.yield(.event(event))
          case .beat(let head): continuation.yield(.beat(head))
          case .reconnected, .unreadable: continuation.yield(.gap)
          }
        }
        continuation.finish(throwing: await subscriber.failure)
      }
      continuation.onTermination = { _ in
        reading.cancel()
        Task { await subscriber.close() }
      }
    }
  }

  func close() async {
    for subscriber in open { await subscriber.close() }
    open = []
  }
}
