/// How long a request may take, and how much of an answer is read.
struct HTTPLimits: Hashable, Sendable {
  /// Until the connection stands, TLS included, in milliseconds.
  var connectMs = 5000
  /// In all, in milliseconds.
  var totalMs = 15_000
  /// How much of the body is kept.
  var keptBytes = 1024
  /// How much of the body is read; a longer one is cut off, and the status counts.
  var readBytes = 1_048_576
}
