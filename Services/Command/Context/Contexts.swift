import StandupsConfiguration
import Foundation
import Glibc

/// The user's named routers, stored in the configuration directory.
struct Contexts: Codable, Hashable, Sendable {
  /// A router and its key.
  struct Entry: Codable, Hashable, Sendable {
    /// Router address: `tcp://host`, or the directory of a machine's sockets.
    var router: String
    /// Path of the secret certificate; nil for the default paths.
    var key: String?
    /// The router's public certificate or public key; nil for the default paths.
    var routerKey: String?

    /// The equivalent environment variables.
    var variables: [String: String] {
      var variables =
        router.hasPrefix("/") ? ["STANDUPS_RUNTIME_DIR": router] : ["STANDUPS_ROUTER": router]
      variables["STANDUPS_KEY"] = key
      variables["STANDUPS_ROUTER_KEY"] = routerKey
      return variables
    }
  }

  /// Name of the context to use by default; nil for none.
  var current: String?
  var contexts: [String: Entry] = [:]

  /// The name that selects no context.
  static let none = "none"
  /// Variables that select a router or its key.
  static let variables = [
    "STANDUPS_ROUTER", "STANDUPS_COMMANDS", "STANDUPS_EVENTS", "STANDUPS_INGEST",
    "STANDUPS_RUNTIME_DIR", "STANDUPS_KEY", "STANDUPS_ROUTER_KEY",
  ]
  /// Maximum number of contexts, and maximum size of the file in bytes.
  static let limits = (contexts: 200, bytes: 1 << 20)

  /// Environment for a connection.
  ///
  /// A context that is named explicitly overrides the environment. The current context applies only
  /// if the environment names no router.
  ///
  /// - Throws: `Failure` if the name is unknown.
  func environment(_ environment: [String: String], named name: String?) throws -> [String: String]
  {
    if name == Self.none { return environment }
    let isSaid = Self.saying(environment) != nil
    guard let name = name ?? (isSaid ? nil : current) else { return environment }
    let entry = try entry(name)
    return environment.filter { !Self.variables.contains($0.key) }
      .merging(entry.variables) { $1 }
  }

  /// The environment variable that selects the router; nil if none is set.
  private static func saying(_ environment: [String: String]) -> String? {
    variables.first { environment[$0] != nil }
  }

  /// An explanation of why the current context has no effect; nil if it applies.
  static func override(_ environment: [String: String], of name: String) -> String? {
    saying(environment).map {
      "\($0) is set and takes precedence in this shell. Unset it, or use --context \(name)."
    }
  }

  /// Returns the context with a name.
  ///
  /// - Throws: `Failure` if the name is unknown.
  func entry(_ name: String) throws -> Entry {
    if let entry = contexts[name] { return entry }
    let near = Meant.nearest(to: name, in: Array(contexts.keys))
    throw Failure.notFound("Context", "“\(name)”", list: "standups context list", near: near)
  }
}

// MARK: File

extension Contexts {
  /// The path of the file with the contexts.
  ///
  /// - Throws: `ConfigurationError`; `Failure` without a home directory.
  static func path(_ environment: [String: String]) throws -> String {
    let bus = try BusEnvironment(environment, userID: getuid(), isTerminal: false)
    guard let directory = bus.configurationDirectory else {
      throw Failure(
        .configuration, code: "configuration",
        "Contexts need a home directory. Set HOME or XDG_CONFIG_HOME.")
    }
    return directory + "/contexts.json"
  }

  /// Reads the user's contexts; empty if the file does not exist.
  ///
  /// - Throws: `Failure` if the file cannot be read.
  static func read(_ context: CommandContext) throws -> Contexts {
    try read(at: path(context.environment))
  }

  /// Reads the user's contexts; empty if the environment already selects a router, or if neither
  /// `HOME` nor `XDG_CONFIG_HOME` is set.
  ///
  /// - Parameter isNamed: true if the command line names a context; the file is then read in any
  ///   case.
  static func ofUser(_ environment: [String: String], isNamed: Bool) throws -> Contexts {
    let isSaid = saying(environment) != nil
    if !isNamed, isSaid || environment["HOME"] == nil && environment["XDG_CONFIG_HOME"] == nil {
      return Contexts()
    }
    return try read(at: path(environment))
  }

  static func read(at path: String) throws -> Contexts {
    guard access(path, F_OK) == 0 else { return Contexts() }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      let data = try handle.read(upToCount: limits.bytes) ?? Data()
      return try JSONDecoder().decode(Contexts.self, from: data)
    } catch is DecodingError {
      throw Failure(
        .configuration, code: "configuration",
        "\(path) is not a valid list of contexts. Fix it, or remove it and add the contexts again.")
    } catch {
      throw Failure.file(path, "read", error)
    }
  }

  func write(_ context: CommandContext) throws {
    let path = try Self.path(context.environment)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw Failure.file(path, "write", error)
    }
  }
}
