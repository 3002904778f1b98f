import StandupsConfiguration

/// Bridge settings from the environment.
struct BridgeSettings: ProgramSettings {
  /// Address and credentials of NATS; nil for no bridge.
  var nats: NATSAddress?
  /// Settings of the stream, including the first token of all subjects.
  var stream: StreamSettings
  /// Types of ephemeral events that are published as well, on subjects that no stream stores.
  var ephemeralTypes: [String]
  /// Commands that are accepted over NATS; nil to accept none.
  var commands: CommandList?

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_NATS_URL", form: "nats://host:port or tls://host:port, comma-separated",
      fallback: "no bridge", "the NATS servers to publish events to"),
    EnvironmentVariable(
      "STANDUPS_NATS_CREDENTIALS", form: "absolute path of a .creds file", fallback: "none",
      "NATS credentials as a JWT with its seed"),
    EnvironmentVariable(
      "STANDUPS_NATS_NKEY", form: "absolute path of a file", fallback: "none",
      "NATS credentials as an NKey: the public key and the seed, one per line"),
    EnvironmentVariable(
      "STANDUPS_NATS_CA", form: "absolute path of a PEM file", fallback: "the system's authorities",
      "certificate authorities for the NATS servers; requires TLS"),
    EnvironmentVariable(
      "STANDUPS_NATS_CERTIFICATE", form: "absolute path of a PEM file", fallback: "none",
      "the bridge's own certificate, followed by its private key"),
    EnvironmentVariable(
      "STANDUPS_NATS_CELL", form: "1 to 32 letters, digits and hyphens", fallback: "standups",
      "first word of subjects and stream names; different for each installation that shares NATS"),
    EnvironmentVariable(
      "STANDUPS_NATS_REPLICAS", form: "whole number from 1 to 5", fallback: "1",
      "number of servers that store the stream"),
    EnvironmentVariable(
      "STANDUPS_NATS_DAYS", form: "whole number from 0 to 36500",
      fallback: "0: as long as the journal does",
      "number of days for which the stream retains an event"),
    EnvironmentVariable(
      "STANDUPS_NATS_STORAGE", form: "file or memory", fallback: "file",
      "where NATS stores the stream"),
    EnvironmentVariable(
      "STANDUPS_NATS_EPHEMERAL", form: "comma-separated types, such as meeting.tick",
      fallback: "none",
      "ephemeral events to publish as well, on subjects that no stream stores"),
    EnvironmentVariable(
      "STANDUPS_NATS_COMMANDS", form: "comma-separated commands, such as standups.list,meetings.*",
      fallback: "none",
      "commands to accept over NATS; the bridge's key must allow them as well"),
  ]

  init(_ reader: inout EnvironmentReader) {
    stream = StreamSettings(&reader)
    ephemeralTypes = Self.types(&reader)
    commands = Self.commands(&reader)
    let credentials = reader.directory("STANDUPS_NATS_CREDENTIALS")
    let nkey = reader.directory("STANDUPS_NATS_NKEY")
    if credentials != nil, nkey != nil {
      reader.refuse(
        "STANDUPS_NATS_NKEY", "Set either this variable or STANDUPS_NATS_CREDENTIALS, not both.")
    }
    let authority = reader.directory("STANDUPS_NATS_CA")
    let certificate = reader.directory("STANDUPS_NATS_CERTIFICATE")
    guard let text = reader.value("STANDUPS_NATS_URL") else { return }
    nats = NATSAddress(
      text, credentials: credentials, nkey: nkey, authority: authority, certificate: certificate)
    // The error message omits the value, which may contain a password.
    if nats == nil {
      reader.refuse(
        "STANDUPS_NATS_URL",
        "Invalid addresses; expected 1 to 16, comma-separated, such as nats://host:4222 or"
          + " tls://user:password@host.")
    }
  }
}

extension BridgeSettings {
  private static func commands(_ reader: inout EnvironmentReader) -> CommandList? {
    guard let text = reader.value("STANDUPS_NATS_COMMANDS") else { return nil }
    let list = CommandList(text)
    if list == nil {
      reader.refuse(
        "STANDUPS_NATS_COMMANDS",
        "Invalid commands “\(text)”; expected at most \(CommandList.maxEntries), comma-separated, such as"
          + " standups.list,meetings.*, or * for all.")
    }
    return list
  }

  private static func types(_ reader: inout EnvironmentReader) -> [String] {
    guard let text = reader.value("STANDUPS_NATS_EPHEMERAL") else { return [] }
    let types = DottedName.list(text)
    let isFine = types.count <= 32 && types.allSatisfy(DottedName.isValid)
    if !isFine {
      reader.refuse(
        "STANDUPS_NATS_EPHEMERAL",
        "Invalid types “\(text)”; expected at most 32, comma-separated, such as meeting.tick,focus.tick."
      )
    }
    return isFine ? types : []
  }
}

/// Settings of the stream.
struct StreamSettings: Hashable, Sendable {
  /// Storage of the stream at NATS.
  enum Storage: String, CaseIterable, Sendable { case file, memory }

  /// First token of all subjects, and first part of the stream's name.
  var cell = "standups"
  /// Number of servers that store the stream.
  var replicas = 1
  /// Days that the stream retains an event; 0 for as long as the journal.
  var days = 0
  var storage = Storage.file

  /// The default settings.
  init() {}

  init(_ reader: inout EnvironmentReader) {
    if let name = reader.name("STANDUPS_NATS_CELL") { cell = name }
    replicas = reader.integer("STANDUPS_NATS_REPLICAS", in: 1...5, or: 1)
    days = reader.integer("STANDUPS_NATS_DAYS", in: 0...36_500, or: 0)
    storage = reader.choice("STANDUPS_NATS_STORAGE", or: .file)
  }
}

/// Names of commands and event types in settings and subjects.
enum DottedName {
  /// True for a valid name: 1 to 128 ASCII letters, digits, dots, hyphens and underscores.
  static func isValid(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
  }

  /// Splits a comma-separated setting into names.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.filter { $0 != " " })
    }
  }
}
