import Bus

/// What every command takes.
struct Globals: Sendable {
  /// Print for programs.
  var isJSON = false
  /// Print afterwards what the command led to.
  var isTraced = false
  /// The trace of somebody else's that the commands belong to; nil for none.
  var traceparent: TraceParent?
  /// How long one command may take in all, in milliseconds; nil where the command decides.
  var timeoutMs: Int?

  /// Time to wait for an unavailable router, in milliseconds: that of --timeout; nil to fail at once.
  var patienceMs: Int?

  /// Which of the routers that the user named; nil for the one that is used.
  var context: String?
  /// The secret certificate to connect with; nil leaves it to the environment.
  var key: String?
  /// The router's public certificate, or its key; nil leaves it to the environment.
  var routerKey: String?

  static let json = Argument.flag("--json", "-j", help: "Print JSON for programs.")
  static let timeout = Argument<Seconds?>.option(
    "--timeout",
    help:
      "Time to wait for an answer, such as 2s, and for a router that is unavailable. Default: 10 s, and no time."
  )
  static let noColor = Argument.flag("--no-color", help: "No colours, as with NO_COLOR=1.")
  static let trace = Argument.flag(
    "--trace", help: "Print afterwards, on standard error, what the command led to.")
  static let traceparent = Argument<TraceParent?>.option(
    "--traceparent", placeholder: "VALUE",
    help: "The trace that it belongs to, as W3C Trace Context writes it; TRACEPARENT unless told.")
  static let context = Argument<String?>.option(
    "--context", placeholder: "NAME", completion: .contexts,
    help:
      "The router of this name, as “standups context” knows it; none for what the environment says."
  )
  static let key = Argument<String?>.option(
    "--key", placeholder: "FILE", completion: .file,
    help: "The secret certificate to connect with, as STANDUPS_KEY; none for none.")
  static let routerKey = Argument<String?>.option(
    "--router-key", placeholder: "FILE", completion: .file,
    help: "The router’s public certificate, or its key, as STANDUPS_ROUTER_KEY.")
  static let declarations = [
    json.declaration, timeout.declaration, trace.declaration, traceparent.declaration,
    noColor.declaration,
    context.declaration,
    key.declaration, routerKey.declaration,
  ]

  init() {}

  init(_ values: Values) throws {
    isJSON = try values[Self.json]
    isTraced = try values[Self.trace]
    traceparent = try values[Self.traceparent]
    timeoutMs = try values[Self.timeout]?.milliseconds
    patienceMs = timeoutMs
    context = try values[Self.context]
    key = try values[Self.key]
    routerKey = try values[Self.routerKey]
  }
}

extension TraceParent: ArgumentValue {
  init(argument: String) throws {
    guard let value = TraceParent(argument) else {
      throw UsageError(
        message: "is no traceparent such as 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
      )
    }
    self = value
  }
  static var placeholder: String { "VALUE" }
}
