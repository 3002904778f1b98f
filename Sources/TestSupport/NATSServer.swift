import Foundation
import Glibc
import Threads

/// NATS servers with JetStream that a test starts: a single one, or a cluster.
///
/// A shell supervises each server, and ends it when the tests end for any reason.
public final class NATSServer: Sendable {
  /// Reason why the server is unavailable.
  public struct Unavailable: Error, CustomStringConvertible {
    public var description: String
  }

  /// Path of the server program; nil if it is not installed.
  public static let program: String? = ["/usr/sbin/nats-server", "/usr/bin/nats-server"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  /// Directory of the server's data.
  public let folder: String
  /// Port that clients connect to.
  public let port: Int
  /// Additional lines of the server's configuration.
  private let configuration: String
  /// Name of the server in a cluster.
  public let name: String
  /// The supervising shell.
  private let keeper = Locked<KeptProcess?>(nil)

  /// URL that clients connect to.
  public var url: String { "nats://127.0.0.1:\(port)" }

  /// Starts a single server.
  ///
  /// - Parameter configuration: additional lines, for example users or `max_payload: 2000`.
  /// - Throws: `Unavailable`.
  public convenience init(configuration: String = "") throws {
    let port = try Self.freePorts(1)[0]
    try self.init(name: "n1", port: port, configuration: configuration)
    try start()
  }

  private init(name: String, port: Int, configuration: String) throws {
    try Needs.require(.natsServer)
    self.name = name
    self.port = port
    self.configuration = configuration
    folder =
      FileManager.default.temporaryDirectory.path + "/nats-"
      + UUID().uuidString.prefix(13).lowercased()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Starts a cluster that replicates streams.
  ///
  /// - Throws: `Unavailable`.
  public static func cluster(of count: Int) throws -> [NATSServer] {
    let ports = try freePorts(2 * count)
    let routes = ports[count...].map { "nats://127.0.0.1:\($0)" }.joined(separator: ", ")
    let servers = try (0..<count).map { place in
      try NATSServer(
        name: "n\(place + 1)", port: ports[place],
        configuration: """
          cluster { name: tests, listen: "127.0.0.1:\(ports[count + place])", routes: [\(routes)] }
          """)
    }
    for server in servers { try server.start() }
    return servers
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts a stopped server, and returns once it accepts connections.
  ///
  /// - Throws: `Unavailable`.
  public func start() throws {
    let text = """
      server_name: \(name)
      listen: "127.0.0.1:\(port)"
      jetstream { store_dir: "\(folder)/data" }
      \(configuration)

      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/server.conf"))
    let process = try KeptProcess([
      "/bin/sh", "-c", Self.keeping, "sh", folder, Self.program ?? "",
    ])
    keeper.withLock { $0 = process }
    var attempts = 0
    while !isListening {
      attempts += 1
      guard attempts < 300, process.isThere else {
        let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
        throw Unavailable(description: "nats-server did not start: \(log.suffix(500))")
      }
      usleep(50_000)
    }
  }

  private static let keeping = """
    cd "$1" || exit 1
    "$2" -c "$1/server.conf" >>"$1/log" 2>&1 </dev/null &
    server=$!
    trap : TERM INT HUP
    read -r how
    kill -"${how:-KILL}" "$server"
    wait "$server"
    """

  private var isListening: Bool {
    let end = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard end >= 0 else { return false }
    defer { close(end) }
    var address = Self.loopback(port)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(end, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  /// Stops the server gracefully; `start` continues with its data.
  public func stop() { end("TERM") }

  /// Kills the server, as in a crash.
  public func crash() { end("KILL") }

  /// Deletes the server's data. Must be called only while the server is stopped.
  ///
  /// - Throws: the error of the deletion.
  public func wipe() throws {
    try FileManager.default.removeItem(atPath: "\(folder)/data")
  }

  private func end(_ how: String) {
    let taken = keeper.withLock { keeper in
      defer { keeper = nil }
      return keeper
    }
    taken?.end(how)
  }

  private static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    return address
  }

  /// Returns free ports that the system has assigned. They are released here, because the server
  /// needs fixed ports for restarts; another program is unlikely to claim them.
  private static func freePorts(_ count: Int) throws -> [Int] {
    var ends: [Int32] = []
    defer { for end in ends { close(end) } }
    return try (0..<count).map { _ in
      let end = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      guard end >= 0 else { throw Unavailable(description: "Cannot create a socket.") }
      ends.append(end)
      var address = loopback(0)
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(end, $0, length) == 0 && getsockname(end, $0, &length) == 0
        }
      }
      guard isBound else { throw Unavailable(description: "Cannot find a free port.") }
      return Int(UInt16(bigEndian: address.sin_port))
    }
  }
}
