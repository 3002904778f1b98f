import Configuration

/// What the bridge reads from the environment.
struct BridgeSettings: ProgramSettings {
  /// Where NATS is and how one gets in; nil for no bridge.
  var nats: NATSAddress?
  /// The stream, and the first word of all subjects.
  var stream: StreamSettings
  /// The types of events that are not kept and go out all the same, on subjects that no stream keeps.
  var passing: [String]
  /// Which commands may come over NATS; nil for none.
  var commands: CommandList?

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_NATS_URL", form: "nats:// or tls:// and host:port, several with commas",
      fallback: "no bridge", "the NATS servers that events are published to"),
    EnvironmentVariable(
      "STANDUPS_NATS_CREDENTIALS", form: "absolute path of a .creds file", fallback: "none",
      "the user of NATS, as a JWT with its seed"),
    EnvironmentVariable(
      "STANDUPS_NATS_NKEY", form: "absolute path of a file", fallback: "none",
      "the user of NATS, as an NKey: its public key and its seed, a line each"),
    EnvironmentVariable(
      "STANDUPS_NATS_CA", form: "absolute path of a PEM file", fallback: "those of the system",
      "who vouches for the servers of NATS; with it TLS is required"),
    EnvironmentVariable(
      "STANDUPS_NATS_CERTIFICATE", form: "absolute path of a PEM file", fallback: "none",
      "the bridge’s own certificate and private key, one after the other"),
    EnvironmentVariable(
      "STANDUPS_NATS_CELL", form: "1 to 32 letters, digits and hyphens", fallback: "standups",
      "the first word of subjects and streams, where several installations share a NATS"),
    EnvironmentVariable(
      "STANDUPS_NATS_REPLICAS", form: "whole number from 1 to 5", fallback: "1",
      "how many servers keep the stream"),
    EnvironmentVariable(
      "STANDUPS_NATS_DAYS", form: "whole number from 0 to 36500", fallback: "0, as the journal",
      "how many days an event stays in the stream"),
    EnvironmentVariable(
      "STANDUPS_NATS_STORAGE", form: "file or memory", fallback: "file",
      "where NATS keeps the stream"),
    EnvironmentVariable(
      "STANDUPS_NATS_EPHEMERAL", form: "types with commas, such as meeting.tick", fallback: "none",
      "which events that are not kept go out as well, on subjects that no stream keeps"),
    EnvironmentVariable(
      "STANDUPS_NATS_COMMANDS", form: "commands with commas, such as standups.list,meetings.*",
      fallback: "none",
      "which commands may come over NATS; what the bridge’s key may not send is refused"),
  ]

  init(_ reader: inout EnvironmentReader) {
    stream = StreamSettings(&reader)
    passing = Self.types(&reader)
    commands = Self.commands(&reader)
    let credentials = reader.directory("STANDUPS_NATS_CREDENTIALS")
    let nkey = reader.directory("STANDUPS_NATS_NKEY")
    if credentials != nil, nkey != nil {
      reader.refuse("STANDUPS_NATS_NKEY", "set it or STANDUPS_NATS_CREDENTIALS, not both.")
    }
    let authority = reader.directory("STANDUPS_NATS_CA")
    let certificate = reader.directory("STANDUPS_NATS_CERTIFICATE")
    guard let text = reader.value("STANDUPS_NATS_URL") else { return }
    nats = NATSAddress(
      text, credentials: credentials, nkey: nkey, authority: authority, certificate: certificate)
    // Not repeated: it may hold a password.
    if nats == nil {
      reader.refuse(
        "STANDUPS_NATS_URL",
        "it must be one to 16 addresses such as nats://host:4222 or tls://user:password@host, with commas"
          + " between them.")
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
        "“\(text)” must be at most \(CommandList.most) commands with commas, such as standups.list,meetings.*, or *"
          + " for all.")
    }
    return list
  }

  private static func types(_ reader: inout EnvironmentReader) -> [String] {
    guard let text = reader.value("STANDUPS_NATS_EPHEMERAL") else { return [] }
    let types = DottedName.list(text)
    let isFine = types.count <= 32 && types.allSatisfy(DottedName.isOne)
    if !isFine {
      reader.refuse(
        "STANDUPS_NATS_EPHEMERAL",
        "“\(text)” must be at most 32 types with commas, such as meeting.tick,focus.tick.")
    }
    return isFine ? types : []
  }
}

/// What the stream is like.
struct StreamSettings: Hashable, Sendable {
  /// Where NATS keeps it.
  enum Storage: String, CaseIterable, Sendable { case file, memory }

  /// The first word of its name and of all subjects.
  var cell = "standups"
  /// How many servers keep it.
  var replicas = 1
  /// How many days an event stays in it; 0 for as long as in the journal.
  var days = 0
  var storage = Storage.file

  /// As it is unless told.
  init() {}

  init(_ reader: inout EnvironmentReader) {
    if let name = reader.name("STANDUPS_NATS_CELL") { cell = name }
    replicas = reader.integer("STANDUPS_NATS_REPLICAS", in: 1...5, or: 1)
    days = reader.integer("STANDUPS_NATS_DAYS", in: 0...36_500, or: 0)
    storage = reader.choice("STANDUPS_NATS_STORAGE", or: .file)
  }
}
