/// A service, described for other programs, which know it only by name.
public struct CatalogedService: Hashable, Sendable {
  /// Name on the bus. The program is `<name>-service`; the image and the key have the same name.
  public var name: String
  /// First words of the targets that the service handles.
  public var words: [String]
  /// True if the service subscribes to other services' events, which its key must allow.
  public var follows: Bool
  /// True if the service sends commands as users do and may follow the resulting events, which its
  /// key must allow. It acts for users or for the services of another installation.
  public var sends: Bool
  /// True if the service may send commands for persons, with their permissions instead of its own.
  public var actsForPersons: Bool
  /// Environment variables that only this service reads, with the prefix `STANDUPS_`.
  public var settings: [String]
  /// True if the service stores documents, so that it has a writer epoch and sends the messages
  /// `store.…`.
  public var keepsDocuments: Bool
  /// Stage of the shutdown: services with a lower stage stop first.
  public var stopStage: Int

  init(
    _ name: String, words: [String]? = nil, follows: Bool = false, sends: Bool = false,
    actsForPersons: Bool = false, keepsDocuments: Bool = false,
    settings: [String] = [], stopStage: Int = 0
  ) {
    self.settings = settings.map { "STANDUPS_\($0)" }
    self.name = name
    self.words = words ?? [name]
    self.follows = follows
    self.sends = sends
    self.actsForPersons = actsForPersons
    self.keepsDocuments = keepsDocuments
    self.stopStage = stopStage
  }

  /// File name of the service's program.
  public var program: String { "\(name)-service" }

  /// Types of the ephemeral events that the service publishes.
  public var ephemeral: [String] {
    ServiceCatalog.events.filter { !$0.isDurable && $0.source == name }.map(\.type)
  }
}

/// The list of all services, which the supervisor, key management, completion and the router's
/// integration share. `deploy/generate` reads the names and their order from this file, so each name
/// is a string literal. `Services/NAME/deployment.toml` describes how a service is deployed.
public enum ServiceCatalog {
  /// All services in their start order: the router first, so that the others can connect.
  public static let all = [router] + children
  /// The router, the composition root.
  public static let router = CatalogedService(
    "router", words: ["router", "events", "archive"],
    settings: ["BINDINGS", "CELL", "ROUTER_LEASE", "TRACE_MESSAGES"], stopStage: 2)
  /// The services that the composition root integrates.
  public static let children = [
    CatalogedService(
      "persistence", settings: ["DATABASE", "BACKUPS", "JOURNAL_DAYS", "JOURNAL_EVENTS"],
      stopStage: 1),
    CatalogedService(
      "standups", words: ["standups", "meetings", "glossary"], keepsDocuments: true,
      settings: ["TRANSCRIPT_DAYS"]),
    CatalogedService("timer", settings: ["TIMER_LIMIT", "TIMER_GRID"]),
    CatalogedService(
      "transcription",
      settings: [
        "ENGINE", "ENGINE_LANGUAGES", "ENGINE_IDLE_MINUTES", "VOICES", "VOICES_KEY_FILE",
      ]),
    CatalogedService("webhooks", follows: true, keepsDocuments: true, settings: ["REACH"]),
    CatalogedService("focus", keepsDocuments: true, settings: ["FOCUS_MINUTES"]),
    CatalogedService("schedule", keepsDocuments: true, settings: ["SCHEDULE_GRACE", "REACH"]),
    CatalogedService("people", words: ["people", "teams"], keepsDocuments: true),
    CatalogedService(
      "gateway", words: ["gateway", "tokens"], sends: true, actsForPersons: true,
      keepsDocuments: true,
      settings: [
        "WEB", "WEB_PROXY", "WEB_HOSTS", "WEB_ORIGINS", "WEB_CERTIFICATE", "WEB_CERTIFICATE_KEY",
        "SIGN_IN", "SIGN_IN_REFRESH", "WEB_PAGE",
      ]),
    CatalogedService(
      "bridge", follows: true,
      settings: [
        "NATS_URL", "NATS_CREDENTIALS", "NATS_NKEY", "NATS_CA", "NATS_CERTIFICATE", "NATS_CELL",
        "NATS_REPLICAS", "NATS_DAYS", "NATS_STORAGE", "NATS_EPHEMERAL", "NATS_COMMANDS",
      ]),
    CatalogedService("cells", sends: true, settings: ["CELL", "CELLS"]),
  ]

  /// Types of the durable events on the bus, which the journal contains.
  public static let durableEvents = published.filter(\.isDurable).map(\.type)
  /// Types of the ephemeral events on the bus, which are published but not stored.
  public static let ephemeralEvents = published.filter { !$0.isDurable }.map(\.type)
  private static let published = events.filter(\.isPublished)

  /// First words of targets and event types that belong to services. `store` is the word of the
  /// messages that all services with documents send.
  public static let reservedWords = Set(
    all.flatMap { [$0.name] + $0.words } + events.map(\.word) + ["store"])

  /// The published types with the first word of a type that none of these services publishes; empty
  /// for a type of theirs, and for a type of an outside service, which may publish any.
  public static func events(insteadOf type: String) -> [String] {
    guard !published.contains(where: { $0.type == type }) else { return [] }
    let word = type.prefix { $0 != "." }
    return published.filter { $0.word == word }.map(\.type).sorted()
  }

  /// Variables that only the deployment reads, with docker-compose.yml. No program uses them, but
  /// they may be set in the environment of one.
  public static let deploymentSettings = [
    "PUBLISH", "COMMANDS_PORT", "EVENTS_PORT", "INGEST_PORT", "PROMETHEUS_PORT", "WEB_PORT",
    "WEB_TLS_PORT", "SECOND_WEB_PORT", "TLS_DIRECTORY", "NATS_PORT", "REVISION",
    "SECRETS_DIRECTORY", "TRANSCRIPTION_CPUS", "TRANSCRIPTION_MEMORY", "IMAGES", "TAG",
    "KEYS_DIRECTORY", "NGINX_IMAGE", "NATS_IMAGE", "POSTGRES_IMAGE", "SWIFT_IMAGE", "DEBIAN_IMAGE",
  ].map { "STANDUPS_\($0)" }
}
