public import Bus

/// What one participant did for another, as OpenTelemetry has it: a span of kind `SERVER`.
public struct Span: Hashable, Sendable {
  /// The participant that did it, such as `timer`.
  public var participant: String
  /// The trace that it belongs to.
  public var trace: TraceID
  /// Its own name in the trace.
  public var id: SpanID
  /// What led to it; nil if it began the trace.
  public var parent: SpanID?
  /// What was asked for; of few different values.
  public var name: String
  /// When it began, in nanoseconds since 1970.
  public var startNs: Int64
  /// When it was answered, in nanoseconds since 1970.
  public var endNs: Int64
  /// More about it.
  public var attributes: [SpanAttribute]
  /// Whether whoever did it failed; an answer that refuses what was asked is no failure.
  public var isFailed: Bool

  /// A span as it is exported.
  public init(
    participant: String, trace: TraceID, id: SpanID, parent: SpanID?, name: String,
    startNs: Int64, endNs: Int64, attributes: [SpanAttribute] = [], isFailed: Bool = false
  ) {
    self.participant = participant
    self.trace = trace
    self.id = id
    self.parent = parent
    self.name = name
    self.startNs = startNs
    self.endNs = endNs
    self.attributes = attributes
    self.isFailed = isFailed
  }
}

/// A name and what it says.
public struct SpanAttribute: Hashable, Sendable {
  /// What it can say.
  public enum Value: Hashable, Sendable {
    case string(String)
    case integer(Int64)
  }
  /// As OpenTelemetry's semantic conventions call it, or with a prefix of our own.
  public var key: String
  /// What it says.
  public var value: Value

  /// An attribute that says a text.
  public init(_ key: String, _ text: String) {
    self.key = key
    value = .string(text)
  }

  /// An attribute that says a number.
  public init(_ key: String, _ number: Int64) {
    self.key = key
    value = .integer(number)
  }
}
