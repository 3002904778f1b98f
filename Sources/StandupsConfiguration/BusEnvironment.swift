import Foundation
import Glibc
public import StandupsLogging
public import ZeroMQ

/// The settings that all programs read from the environment, validated in one place.
public struct BusEnvironment: Hashable, Sendable {
  /// Directory of the Unix sockets of one machine, created by the program that binds them.
  public var runtimeDirectory: String
  /// True if the runtime directory is below /tmp, where another user could have created it first.
  var isRuntimeDirectoryShared = false
  /// Endpoint of the router's command socket. If there are several routers, one of which is active,
  /// it is a comma-separated list (`Endpoint.list`); so are `events` and `ingest`.
  public var commands: String
  /// Endpoint on which the router publishes events.
  public var events: String
  /// Endpoint on which the router receives ephemeral events.
  public var ingest: String
  /// Directory for durable data; nil without a home directory.
  public var dataDirectory: String?
  /// Minimum level of log messages (`STANDUPS_LOG_LEVEL`). Default: `info`.
  public var logLevel: LogLevel
  /// Format of log messages (`STANDUPS_LOG_FORMAT`). The default depends on whether the log goes to
  /// a terminal.
  public var logStyle: LogStyle
  /// Directory of the router's key and of the keys that it knows; nil if the router uses no keys.
  public var keysDirectory: String?
  /// Path of this program's secret certificate, or `noKey`; nil makes `clientKeys` look in the
  /// default place.
  public var key: String?
  /// The router's public certificate, or its public key in Z85; nil for the default places.
  public var routerKey: String?
  /// True if traffic may leave the host unencrypted.
  public var isInsecure: Bool
  /// Directory of the user's own settings; nil without a home directory.
  public var configurationDirectory: String?
  /// Socket on which systemd receives the service's state; nil if `NOTIFY_SOCKET` is not set.
  public var notifySocket: String?
  /// Address that serves metrics and health over HTTP; nil for none.
  public var http: HTTPAddress?

  /// True if only programs on this machine can reach the router: its command endpoint is a Unix
  /// socket.
  public var isOnThisMachine: Bool { commands.hasPrefix("ipc://") }

  /// Returns the directory for durable data, for a program that needs one.
  ///
  /// - Throws: `ConfigurationError` if it cannot be determined.
  public func requiredDataDirectory() throws(ConfigurationError) -> String {
    guard let dataDirectory else {
      throw ConfigurationError(
        "STANDUPS_DATA", "required, because HOME is not set; expected an absolute path.")
    }
    return dataDirectory
  }
}

extension EnvironmentVariable {
  /// The variables that every program or script reads.
  public static let common: [EnvironmentVariable] = [
    EnvironmentVariable(
      "STANDUPS_ROUTER", form: "tcp://host, or several separated by commas",
      fallback: "sockets in STANDUPS_RUNTIME_DIR",
      "the router's host; ports 5550 (commands), 5551 (events), 5552 (ingest)"),
    EnvironmentVariable(
      "STANDUPS_COMMANDS", form: Endpoint.form, fallback: "ipc://<runtime dir>/commands",
      "the router's socket for commands"),
    EnvironmentVariable(
      "STANDUPS_EVENTS", form: Endpoint.form, fallback: "ipc://<runtime dir>/events",
      "the router's socket for events"),
    EnvironmentVariable(
      "STANDUPS_INGEST", form: Endpoint.form, fallback: "ipc://<runtime dir>/ingest",
      "the router's socket for ephemeral events from services"),
    EnvironmentVariable(
      "STANDUPS_RUNTIME_DIR", form: "short absolute path",
      fallback: "$XDG_RUNTIME_DIR/standups, else /tmp/standups-<uid>",
      "the directory of the local sockets"),
    EnvironmentVariable(
      "STANDUPS_DATA", form: "absolute path",
      fallback: "$XDG_DATA_HOME/standups, else ~/.local/share/standups",
      "the data directory"),
    EnvironmentVariable(
      "STANDUPS_KEYS", form: "absolute path", fallback: "none: no keys on loopback and ipc://",
      "the router's key directory, created by “standups keys init”"),
    EnvironmentVariable(
      "STANDUPS_KEY", form: "absolute path, or none",
      fallback: "$XDG_CONFIG_HOME/standups/standups.key_secret if it exists, over TCP only",
      "the secret certificate of this program"),
    EnvironmentVariable(
      "STANDUPS_ROUTER_KEY", form: "absolute path, or 40 characters of Z85",
      fallback: "router.key next to the key, else $XDG_CONFIG_HOME/standups/router.key",
      "the router's public certificate, or its public key"),
    EnvironmentVariable(
      "STANDUPS_INSECURE", form: "yes or no", fallback: "no",
      "yes allows unencrypted traffic to other hosts"),
    EnvironmentVariable(
      "STANDUPS_HTTP", form: HTTPAddress.form, fallback: "none",
      "the address of /metrics, /healthz and /readyz; the default host is 127.0.0.1"),
    EnvironmentVariable(
      "STANDUPS_LOG_LEVEL", form: "debug, info, warning or error", fallback: "info",
      "the lowest level to log"),
    EnvironmentVariable(
      "STANDUPS_LOG_FORMAT", form: "json, text or auto", fallback: "auto",
      "the log format; auto: text on a terminal, JSON lines elsewhere"),
    EnvironmentVariable(
      "STANDUPS_PYTHON", form: "absolute path", fallback: "/usr/bin/python3",
      "the Python interpreter for the scripts; the services do not use it"),
  ]
}

extension BusEnvironment {
  /// Secures the runtime directory before a socket in it is used. If it is below /tmp, creates it
  /// so that no other user can do so, or checks the existing one.
  ///
  /// - Throws: `ConfigurationError` if another user owns the directory or may write to it.
  public func secureRuntimeDirectory() throws(ConfigurationError) {
    guard isRuntimeDirectoryShared,
      [commands, events, ingest].flatMap(Endpoint.list)
        .contains(where: { $0.hasPrefix("ipc://\(runtimeDirectory)/") })
    else { return }
    do {
      try PrivateDirectory.make(runtimeDirectory)
    } catch {
      throw ConfigurationError("STANDUPS_RUNTIME_DIR", "\(error)")
    }
  }
}

extension BusEnvironment {
  /// Reads the environment of this process, for a program that is not a service; `ServiceRunner`
  /// reads that of a service.
  ///
  /// - Throws: `ConfigurationError` with all problems.
  public static func ofThisProcess() throws(ConfigurationError) -> BusEnvironment {
    try BusEnvironment(
      ProcessInfo.processInfo.environment, userID: getuid(), isTerminal: isatty(2) == 1)
  }

  /// Reads an environment, for a program without its own settings.
  ///
  /// - Throws: `ConfigurationError` with all problems.
  public init(
    _ environment: [String: String], userID: UInt32, isTerminal: Bool
  ) throws(ConfigurationError) {
    (self, _) = try Self.read(
      with: NoSettings.self, environment, userID: userID, isTerminal: isTerminal)
  }

  /// Reads the settings of all programs; the reader collects the problems.
  init(_ reader: inout EnvironmentReader, userID: UInt32, isTerminal: Bool) {
    let xdgRuntime = Self.xdg("XDG_RUNTIME_DIR", reader).map { $0 + "/standups" }
    let chosen = reader.directory("STANDUPS_RUNTIME_DIR") ?? xdgRuntime
    runtimeDirectory = chosen ?? "/tmp/standups-\(userID)"
    isRuntimeDirectoryShared = chosen == nil
    let home = reader.value("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let xdgData = Self.xdg("XDG_DATA_HOME", reader) ?? home.map { $0 + "/.local/share" }
    dataDirectory = reader.directory("STANDUPS_DATA") ?? xdgData.map { $0 + "/standups" }
    let xdgConfiguration = Self.xdg("XDG_CONFIG_HOME", reader) ?? home.map { $0 + "/.config" }
    configurationDirectory = xdgConfiguration.map { $0 + "/standups" }
    keysDirectory = reader.directory("STANDUPS_KEYS")
    let choice: YesOrNo = reader.choice("STANDUPS_INSECURE", or: .no)
    isInsecure = choice == .yes
    key = Self.keyPath(&reader)
    routerKey = Self.routerKeyText(&reader)

    let hosts = Self.routerHosts(&reader)
    let directory = runtimeDirectory
    func usual(_ word: String, _ port: Int) -> String {
      hosts.map { $0.map { "\($0):\(port)" }.joined(separator: ",") }
        ?? "ipc://\(directory)/\(word)"
    }
    commands = reader.endpoint("STANDUPS_COMMANDS", or: usual("commands", Endpoint.commandsPort))
    events = reader.endpoint("STANDUPS_EVENTS", or: usual("events", Endpoint.eventsPort))
    ingest = reader.endpoint("STANDUPS_INGEST", or: usual("ingest", Endpoint.ingestPort))
    let derived = "ipc://\(directory)/commands"
    if [commands, events, ingest].flatMap(Endpoint.list)
      .contains(where: { $0.hasPrefix("ipc://\(directory)/") }),
      let problem = Endpoint.problem(derived)
    {
      reader.refuse("STANDUPS_RUNTIME_DIR", problem)
    }

    http = reader.httpAddress("STANDUPS_HTTP")
    notifySocket = reader.value("NOTIFY_SOCKET")
    logLevel = reader.choice("STANDUPS_LOG_LEVEL", or: .info)
    let format: LogFormat = reader.choice("STANDUPS_LOG_FORMAT", or: .auto)
    logStyle = LogStyle(
      format, isTerminal: isTerminal,
      wantsColour: reader.value("NO_COLOR") == nil && reader.value("TERM") != "dumb")
  }

  private enum YesOrNo: String, CaseIterable {
    case yes, no
  }

  /// Value of `STANDUPS_KEY` that disables the key.
  public static let noKey = "none"

  private static func keyPath(_ reader: inout EnvironmentReader) -> String? {
    reader.value("STANDUPS_KEY") == noKey ? noKey : reader.directory("STANDUPS_KEY")
  }

  private static func routerKeyText(_ reader: inout EnvironmentReader) -> String? {
    guard let text = reader.value("STANDUPS_ROUTER_KEY") else { return nil }
    if !text.hasPrefix("/"), routerKey(text) == nil {
      // The message omits the value, which may be a misplaced secret key.
      reader.refuse(
        "STANDUPS_ROUTER_KEY",
        "invalid value; expected an absolute path, or a public key of 40 characters.")
    }
    return text
  }

  /// Parses the router's public key; nil if the string is a path or not a key.
  ///
  /// About one in 85 keys starts with “/”, and a path may be as long as a key. The string is a path
  /// if it has the suffix of a certificate or if a file has that name.
  ///
  /// - Parameter text: the value of `STANDUPS_ROUTER_KEY` or `--router-key`.
  public static func routerKey(_ text: String) -> CurvePublicKey? {
    text.hasSuffix(".key") || access(text, F_OK) == 0 ? nil : CurvePublicKey(text)
  }

  /// Returns a directory of the XDG base directory specification, which requires programs to ignore
  /// relative paths.
  private static func xdg(_ name: String, _ reader: EnvironmentReader) -> String? {
    reader.value(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private static func routerHosts(_ reader: inout EnvironmentReader) -> [String]? {
    guard let text = reader.value("STANDUPS_ROUTER") else { return nil }
    guard let all = Endpoint.routers(text) else {
      reader.refuse(
        "STANDUPS_ROUTER",
        "invalid value “\(text)”; expected tcp://host without a port, or several separated by"
          + " commas (STANDUPS_COMMANDS, _EVENTS and _INGEST accept ports).")
      return nil
    }
    return all
  }
}
