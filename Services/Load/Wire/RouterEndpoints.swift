import Foundation

/// The three endpoints of a router, derived from one.
enum RouterEndpoints {
  /// Maximum number of redundant routers.
  private static let most = 8

  /// Returns the endpoints of each of several routers, separated by commas.
  ///
  /// - Throws: `LoadFailure` for any other form.
  static func each(_ text: String) throws -> (commands: String, events: String, ingest: String) {
    let routers = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard routers.count <= most else {
      throw LoadFailure.usage("Too many routers: \(routers.count); expected at most \(most).")
    }
    let all = try routers.map { try self.all($0) }
    return (
      all.map { $0.commands }.joined(separator: ","), all.map { $0.events }.joined(separator: ","),
      all.map { $0.ingest }.joined(separator: ",")
    )
  }

  /// Parses `tcp://host`, `tcp://host:port` (the port of commands; events and ingest follow it) or
  /// `ipc:///directory`.
  ///
  /// - Throws: `LoadFailure` for any other form.
  static func all(_ text: String) throws -> (commands: String, events: String, ingest: String) {
    if text.hasPrefix("ipc:///") {
      let directory = text.hasSuffix("/commands") ? String(text.dropLast(9)) : text
      return (directory + "/commands", directory + "/events", directory + "/ingest")
    }
    let rest = text.dropFirst("tcp://".count)
    guard text.hasPrefix("tcp://"), !rest.isEmpty else { throw refused(text) }
    let colon = rest.lastIndex(of: ":")
    let host = colon.map { rest[..<$0] } ?? rest[...]
    let port = colon.map { Int(rest[rest.index(after: $0)...]) } ?? 5550
    guard let port, (1...65_533).contains(port), !host.isEmpty else { throw refused(text) }
    return ("tcp://\(host):\(port)", "tcp://\(host):\(port + 1)", "tcp://\(host):\(port + 2)")
  }

  /// Returns the endpoint for a timer's ticks that belongs to an endpoint for commands.
  static func ingest(of commands: String) throws -> String { try all(commands).ingest }

  private static func refused(_ text: String) -> LoadFailure {
    .usage("Invalid endpoint “\(text)”; expected tcp://host, tcp://host:port or ipc:///directory.")
  }
}
