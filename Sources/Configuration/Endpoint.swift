/// An address that ZeroMQ can bind or connect to, checked before it is used.
public enum Endpoint {
  /// The most bytes of a Unix socket's path: `sun_path` of unix(7) without its closing zero.
  public static let longestPath = 107

  /// The most routers that can be named.
  static let maxRouters = 8

  /// What is wrong with an endpoint, or several with commas, as a sentence; nil if nothing is.
  static func problem(ofList text: String) -> String? {
    let all = list(text)
    guard !all.isEmpty, all.count <= maxRouters, all.joined(separator: ",") == text else {
      return
        "invalid value “\(text)”; expected \(form), or up to \(maxRouters), separated by commas."
    }
    for endpoint in all { if let problem = problem(endpoint) { return problem } }
    return nil
  }

  /// The endpoints of several routers that take turns, of which one is active; usually one.
  public static func list(_ text: String) -> [String] {
    text.split(separator: ",").map(String.init)
  }

  /// The addresses of a pair of routers, or of one, as `STANDUPS_ROUTER` has them: `tcp://host` without a port.
  ///
  /// - Returns: nil if one of them is something else, or if they are too many.
  public static func routers(_ text: String) -> [String]? {
    let all = list(text)
    let areHosts = all.allSatisfy { $0.dropping("tcp://").map(isHost) ?? false }
    let isList = (1...maxRouters).contains(all.count) && all.joined(separator: ",") == text
    return areHosts && isList && text.utf8.count <= maxBytes ? all : nil
  }

  /// Whether a client can connect there: to routers as in `STANDUPS_ROUTER`, or to those of one machine by the absolute path of
  /// their `STANDUPS_RUNTIME_DIR`.
  public static func isPlace(_ text: String) -> Bool {
    let isPath =
      text.hasPrefix("/") && text.utf8.count <= maxBytes
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isPath || routers(text) != nil
  }

  /// The most bytes of such a list.
  private static let maxBytes = 2048

  /// Where a page is, for browsers: the root of a host over HTTP or HTTPS, as `https://host/` or `http://host:8080/`, with its
  /// slash, which may be missing.
  ///
  /// - Returns: nil if it is something else.
  public static func page(_ text: String) -> String? {
    guard text.utf8.count <= 300,
      let rest = text.dropping("https://") ?? text.dropping("http://")
    else { return nil }
    let site = rest.hasSuffix("/") ? rest.dropLast() : rest
    var host = site
    if let colon = site.lastIndex(of: ":"), !site.hasSuffix("]") {
      let port = site[site.index(after: colon)...]
      // A number may have a sign for Swift.
      guard port.allSatisfy({ $0.isASCII && $0.isNumber }), let number = UInt16(port), number > 0
      else { return nil }
      host = site[..<colon]
    }
    guard isHost(host), !host.contains(where: { "*%_".contains($0) }) else { return nil }
    return text.hasSuffix("/") ? text : "\(text)/"
  }

  /// What an accepted endpoint looks like.
  static let form = "tcp://host:port or ipc:///absolute/path"

  /// What is wrong with an endpoint, as a sentence; nil if nothing is.
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

  /// The endpoints' ports when only a router's host is given.
  static let commandsPort = 5550
  static let eventsPort = 5551
  static let ingestPort = 5552

  /// Whether what goes through an endpoint cannot leave this host: `ipc://`, or TCP on loopback.
  ///
  /// A name other than `localhost` counts as elsewhere, as does `*`, whatever it means today.
  public static func staysHere(_ text: String) -> Bool {
    guard let rest = text.dropping("tcp://") else { return true }
    let host = rest.prefix(upTo: rest.lastIndex(of: ":") ?? rest.endIndex).lowercased()
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let isIPv4 = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    return ["localhost", "[::1]", "lo"].contains(host) || (isIPv4 && parts[0] == "127")
  }

  /// Whether it may stand between `tcp://` and the port.
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
  /// The rest after a prefix; nil without it.
  package func dropping(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
