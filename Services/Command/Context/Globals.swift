/// What every command takes.
struct Globals: Sendable {
  /// Print for programs.
  var isJSON = false
  /// Print afterwards what the command led to.
  var isTraced = false
  /// How long one command may take in all, in milliseconds; nil where the command decides.
  var timeoutMs: Int?

  static let json = Argument.flag("--json", "-j", help: "Print JSON for programs.")
  static let timeout = Argument<Seconds?>.option(
    "--timeout", help: "How long to wait for an answer, such as 2s; 10 s unless told.")
  static let noColor = Argument.flag("--no-color", help: "No colours, as with NO_COLOR=1.")
  static let trace = Argument.flag(
    "--trace", help: "Print afterwards, on standard error, what the command led to.")
  static let declarations = [
    json.declaration, timeout.declaration, trace.declaration, noColor.declaration,
  ]

  init() {}

  init(_ values: Values) throws {
    isJSON = try values[Self.json]
    isTraced = try values[Self.trace]
    timeoutMs = try values[Self.timeout]?.milliseconds
  }
}
