import Bus

/// The options that every command accepts.
struct Globals: Sendable {
  /// True to print JSON.
  var isJSON = false
  /// True to print the trace of the commands afterwards.
  var isTraced = false
  /// Trace of the caller, which the commands join; nil for none.
  var traceparent: TraceParent?
  /// Total time limit of a command, in milliseconds; nil for the command's default.
  var timeoutMs: Int?

  /// Time to wait for an unavailable router, in milliseconds: the value of `--timeout`; nil to fail
  /// immediately.
  var patienceMs: Int?

  /// Name of the context to use; nil for the current one.
  var context: String?
  /// Path of the secret certificate; nil to use the environment's.
  var key: String?
  /// The router's public certificate or public key; nil to use the environment's.
  var routerKey: String?

  static let json = Argument.flag("--json", "-j", help: "Print JSON.")
  static let timeout = Argument<Seconds?>.option(
    "--timeout",
    help:
      "Time to wait for a reply or for an unavailable router, such as 2s. Default: 10s for a reply, 0s for a router."
  )
  static let noColor = Argument.flag(
    "--no-color", help: "Print without colours, as with NO_COLOR=1.")
  static let trace = Argument.flag(
    "--trace", help: "Print the trace of the command on standard error afterwards.")
  static let traceparent = Argument<TraceParent?>.option(
    "--traceparent", placeholder: "VALUE",
    help: "Parent of the command in W3C Trace Context form. Default: $TRACEPARENT.")
  static let context = Argument<String?>.option(
    "--context", placeholder: "NAME", completion: .contexts,
    help:
      "Context to use, from “standups context list”; “none” uses the environment only."
  )
  static let key = Argument<String?>.option(
    "--key", placeholder: "FILE", completion: .file,
    help: "Secret certificate to connect with; “none” for no key. Default: $STANDUPS_KEY.")
  static let routerKey = Argument<String?>.option(
    "--router-key", placeholder: "FILE", completion: .file,
    help: "Public certificate of the router, or its key. Default: $STANDUPS_ROUTER_KEY.")
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
        message: "expected a traceparent such as \(Tracing.example)"
      )
    }
    self = value
  }
  static var placeholder: String { "VALUE" }
}
