import Configuration
import Foundation
import Glibc

/// The routers that somebody named, in a file of their own settings.
struct Contexts: Codable, Hashable, Sendable {
  /// One router, and the key for it.
  struct Entry: Codable, Hashable, Sendable {
    /// `tcp://host`, or the directory of the sockets of one machine.
    var router: String
    /// The secret certificate; nil leaves it to the usual places.
    var key: String?
    /// The router's public certificate, or its key.
    var routerKey: String?

    /// What the environment would have to say for it.
    var variables: [String: String] {
      var variables =
        router.hasPrefix("/") ? ["STANDUPS_RUNTIME_DIR": router] : ["STANDUPS_ROUTER": router]
      variables["STANDUPS_KEY"] = key
      variables["STANDUPS_ROUTER_KEY"] = routerKey
      return variables
    }
  }

  /// The one that is meant where nothing else is said.
  var current: String?
  var contexts: [String: Entry] = [:]

  /// What means none of them.
  static let none = "none"
  /// Variables that say which router is meant, and with which key.
  static let variables = [
    "STANDUPS_ROUTER", "STANDUPS_COMMANDS", "STANDUPS_EVENTS", "STANDUPS_INGEST",
    "STANDUPS_RUNTIME_DIR", "STANDUPS_KEY", "STANDUPS_ROUTER_KEY",
  ]
  /// The most of them, and bytes of the file.
  static let limits = (contexts: 200, bytes: 1 << 20)

  /// The environment with which one connects.
  ///
  /// A context that is named goes before the environment; one that is used is for where the environment names
  /// no router.
  ///
  /// - Throws: `Failure` for a name that is not known.
  func environment(_ environment: [String: String], named name: String?) throws -> [String: String]
  {
    if name == Self.none { return environment }
    let isSaid = Self.saying(environment) != nil
    guard let name = name ?? (isSaid ? nil : current) else { return environment }
    let entry = try entry(name)
    return environment.filter { !Self.variables.contains($0.key) }
      .merging(entry.variables) { $1 }
  }

  /// The variable by which the environment says which router is meant; nil if it does not.
  private static func saying(_ environment: [String: String]) -> String? {
    variables.first { environment[$0] != nil }
  }

  /// Why a context that is in use has no effect here; nil if it has.
  static func override(_ environment: [String: String], of name: String) -> String? {
    saying(environment).map {
      "\($0) is set and takes precedence in this shell. Unset it, or use --context \(name)."
    }
  }

  /// - Throws: `Failure` where there is none of that name.
  func entry(_ name: String) throws -> Entry {
    if let entry = contexts[name] { return entry }
    let near = Meant.nearest(to: name, in: Array(contexts.keys))
    throw Failure.notFound("Context", "“\(name)”", list: "standups context list", near: near)
  }
}

// MARK: The file

extension Contexts {
  /// - Throws: `ConfigurationError`; `Failure` where there is no home directory.
  static func path(_ environment: [String: String]) throws -> String {
    let bus = try BusEnvironment(environment, userID: getuid(), isTerminal: false)
    guard let directory = bus.configurationDirectory else {
      throw Failure(
        .configuration, code: "configuration",
        "Contexts need a home directory. Set HOME or XDG_CONFIG_HOME.")
    }
    return directory + "/contexts.json"
  }

  /// None where there is no file.
  ///
  /// - Throws: `Failure` for a file that cannot be read.
  static func read(_ context: CommandContext) throws -> Contexts {
    try read(at: path(context.environment))
  }

  /// Those of the user; none where the environment says already which router is meant, or there is no home.
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
