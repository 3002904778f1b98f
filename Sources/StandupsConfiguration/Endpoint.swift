/// Parses and validates the addresses that ZeroMQ binds or connects to.
public enum Endpoint {
  /// Maximum length of a Unix socket's path, in bytes: `sun_path` of unix(7) without its
  /// terminating zero.
  public static let longestPath = 107

  /// Maximum number of routers in a list.
  static let maxRouters = 8

  /// Returns the problem with an endpoint or a comma-separated list of endpoints, as a sentence;
  /// nil if valid.
  static func problem(ofList text: String) -> String? {
    let all = list(text)
    guard !all.isEmpty, all.count <= maxRouters, all.joined(separator: ",") == text else {
      return
        "invalid value “\(text)”; expected \(form), or up to \(maxRouters), separated by commas."
    }
    for endpoint in all { if let problem = problem(endpoint) { return problem } }
    return nil
  }

  /// Returns the endpoints in a list: usually that of a single router, otherwise those of several
  /// routers, one of which is active.
  public static func list(_ text: String) -> [String] {
    text.split(separator: ",").map(String.init)
  }

  /// Parses the addresses of one or more routers in the form of `STANDUPS_ROUTER`: `tcp://host`,
  /// without a port, separated by commas.
  ///
  /// - Returns: nil if an address is invalid or there are too many.
  public static func routers(_ text: String) -> [String]? {
    let all = list(text)
    let areHosts = all.allSatisfy { $0.dropping("tcp://").map(isHost) ?? false }
    let isList = (1...maxRouters).contains(all.count) && all.joined(separator: ",") == text
    return areHosts && isList && text.utf8.count <= maxBytes ? all : nil
  }

  /// Returns true if a client can connect to the address: a list of routers in the form of
  /// `STANDUPS_ROUTER`, or the absolute path of a machine's `STANDUPS_RUNTIME_DIR`.
  public static func isPlace(_ text: String) -> Bool {
    let isPath =
      text.hasPrefix("/") && text.utf8.count <= maxBytes
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isPath || routers(text) != nil
  }

  /// Maximum length of a list of routers or of a path, in bytes.
  private static let maxBytes = 2048

  /// Normalises the address of a web page, which must be the root of a host over HTTP or HTTPS, by
  /// adding a trailing slash, such as `https://host/` or `http://host:8080/`.
  ///
  /// - Returns: nil if the string is not such an address.
  public static func page(_ text: String) -> String? {
    guard text.utf8.count <= 300,
      let rest = text.dropping("https://") ?? text.dropping("http://")
    else { return nil }
    let site = rest.hasSuffix("/") ? rest.dropLast() : rest
    var host = site
    if let colon = site.lastIndex(of: ":"), !site.hasSuffix("]") {
      let port = site[site.index(after: colon)...]
      // `UInt16` also accepts a sign.
      guard port.allSatisfy({ $0.isASCII && $0.isNumber }), let number = UInt16(port), number > 0
      else { return nil }
      host = site[..<colon]
    }
    guard isHost(host), !host.contains(where: { "*%_".contains($0) }) else { return nil }
    return text.hasSuffix("/") ? text : "\(text)/"
  }

  /// The form of a valid endpoint.
  static let form = "tcp://host:port or ipc:///absolute/path"

  /// Returns the problem with a single endpoint, as a sentence; nil if valid.
  static func problem(_ text: String) -> String? {
    if let path = text.dropping("ipc://") {
      return pathProblem(path)
    }
    guard let rest = text.dropping("tcp://") else {
      return "invalid endpoint “\(text)”; expected \(form)."
    }
    guard let colon = rest.lastIndex(of: ":"), isHost(rest[..<colon]) else {
      return "invalid endpoint “\(text)”; expected tcp://host:port."
    }
    guard let port = UInt16(rest[rest.index(after: colon)...]), port > 0 else {
      return "invalid endpoint “\(text)”; expected tcp://host:port with a port from 1 to 65535."
    }
    return nil
  }

  static func pathProblem(_ path: some StringProtocol) -> String? {
    guard path.hasPrefix("/") else {
      return "invalid endpoint “ipc://\(path)”; expected an absolute path such as"
        + " ipc:///run/standups/commands."
    }
    let count = path.utf8.count
    guard count <= longestPath else {
      return "the socket's path “\(path)” has \(count) bytes, and Unix allows at most"
        + " \(longestPath); use a shorter directory."
    }
    return nil
  }

  /// The default ports if only the router's host is set.
  static let commandsPort = 5550
  static let eventsPort = 5551
  static let ingestPort = 5552

  /// Returns true if traffic through an endpoint stays on this host: `ipc://`, or TCP on loopback.
  ///
  /// Names other than `localhost` count as remote, as does `*`, regardless of what they resolve to.
  public static func staysHere(_ text: String) -> Bool {
    guard let rest = text.dropping("tcp://") else { return true }
    let host = rest.prefix(upTo: rest.lastIndex(of: ":") ?? rest.endIndex).lowercased()
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let isIPv4 = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    return ["localhost", "[::1]", "lo"].contains(host) || (isIPv4 && parts[0] == "127")
  }

  /// Returns true if the string is a valid host for a `tcp://` address, without the port.
  static func isHost(_ host: some StringProtocol) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      return host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || ":.%".contains($0) }
        && host.count > 4
    }
    return !host.isEmpty
      && host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._*".contains($0)) }
  }
}

extension String {
  /// Returns the string without a prefix; nil if it does not have that prefix.
  package func dropping(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
