/// A service of Standups, as the programs around it need to know it: by name only.
public struct CatalogedService: Hashable, Sendable {
  /// Its name on the bus; its program is `<name>-service`, its image and its key are called alike.
  public var name: String
  /// The first words of the targets that it answers.
  public var words: [String]
  /// The first words of the types of its events.
  public var events: [String]
  /// The types of events that it publishes and nobody keeps, among those that are the services' own.
  public var ephemeral: [String]
  /// Whether it follows the events of others, which its key must allow.
  public var follows: Bool
  /// Whether it sends commands as people do, and may follow what comes of them, which its key must allow: for people, or
  /// to the services of another installation.
  public var sends: Bool
  /// The variables of the environment that it alone reads, without `STANDUPS_`.
  public var settings: [String]
  /// Services of a lower stage are stopped before those of a higher one.
  public var stopStage: Int

  init(
    _ name: String, words: [String]? = nil, events: [String] = [], ephemeral: [String] = [],
    follows: Bool = false, sends: Bool = false, settings: [String] = [], stopStage: Int = 0
  ) {
    self.settings = settings.map { "STANDUPS_\($0)" }
    self.name = name
    self.words = words ?? [name]
    self.events = events
    self.ephemeral = ephemeral
    self.follows = follows
    self.sends = sends
    self.stopStage = stopStage
  }

  /// The file of its program.
  public var program: String { "\(name)-service" }
}

/// The one list of services: supervisor, keys, completion and the router's integration take theirs from
/// it; `deploy/services.toml` describes the same ones to the deployment, which a test holds equal.
public enum ServiceCatalog {
  /// All, in the order in which they are started: the router first, so that the others find it.
  public static let all = [router] + children
  /// The parent.
  public static let router = CatalogedService(
    "router", words: ["router", "events", "archive"], events: ["service", "bus", "countdown"],
    settings: ["CELL", "ROUTER_LEASE", "TRACE_MESSAGES"], stopStage: 2)
  /// Those that the parent composes.
  public static let children = [
    CatalogedService(
      "persistence", settings: ["DATABASE", "BACKUPS", "JOURNAL_DAYS", "JOURNAL_EVENTS"],
      stopStage: 1),
    CatalogedService(
      "standups", words: ["standups", "meetings"], events: ["standup", "meeting"],
      settings: ["TRANSCRIPT_DAYS"]),
    CatalogedService(
      "timer", ephemeral: ["meeting.tick"], settings: ["TIMER_LIMIT", "TIMER_GRID"]),
    CatalogedService("transcription", ephemeral: ["meeting.partial"], settings: ["ENGINE"]),
    CatalogedService("webhooks", events: ["webhook"], follows: true, settings: ["REACH"]),
    CatalogedService("focus", events: ["focus"], settings: ["FOCUS_MINUTES"]),
    CatalogedService("schedule", events: ["schedule"], settings: ["SCHEDULE_GRACE", "REACH"]),
    CatalogedService(
      "gateway", sends: true, settings: ["WEB", "WEB_PROXY", "WEB_HOSTS", "WEB_PAGE"]),
    CatalogedService(
      "bridge", events: ["bridge"], follows: true,
      settings: [
        "NATS_URL", "NATS_CREDENTIALS", "NATS_NKEY", "NATS_CA", "NATS_CERTIFICATE", "NATS_CELL",
        "NATS_REPLICAS", "NATS_DAYS", "NATS_STORAGE", "NATS_EPHEMERAL", "NATS_COMMANDS",
      ]),
    CatalogedService("cells", sends: true, settings: ["CELL", "CELLS"]),
  ]

  /// The first words that belong to services: of targets, and of types of events.
  public static let reservedWords = Set(all.flatMap { [$0.name] + $0.words + $0.events })

  /// The variables that only the deployment reads, with docker-compose.yml; no program does, but they may
  /// be in the same environment.
  public static let deploymentSettings = [
    "PUBLISH", "COMMANDS_PORT", "EVENTS_PORT", "INGEST_PORT", "PROMETHEUS_PORT", "WEB_PORT",
    "WEB_TLS_PORT", "SECOND_WEB_PORT", "TLS_DIRECTORY", "NATS_PORT", "REVISION",
    "SECRETS_DIRECTORY", "TRANSCRIPTION_CPUS", "TRANSCRIPTION_MEMORY", "IMAGES", "TAG",
    "KEYS_DIRECTORY", "NGINX_IMAGE", "NATS_IMAGE", "POSTGRES_IMAGE", "SWIFT_IMAGE", "DEBIAN_IMAGE",
  ].map { "STANDUPS_\($0)" }
}
