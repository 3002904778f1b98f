public import Bus

/// Work that one participant did for another: an OpenTelemetry span of kind `SERVER`.
public struct Span: Hashable, Sendable {
  /// Participant that did the work, such as `timer`.
  public var participant: String
  /// Trace that the span belongs to.
  public var trace: TraceID
  /// Id of the span, unique in its trace.
  public var id: SpanID
  /// Parent span; nil for the root of a trace.
  public var parent: SpanID?
  /// Name of the operation; of low cardinality.
  public var name: String
  /// Start, in nanoseconds since 1970.
  public var startNs: Int64
  /// Time of the reply, in nanoseconds since 1970.
  public var endNs: Int64
  /// Attributes in addition to the name.
  public var attributes: [SpanAttribute]
  /// True if the participant failed; a reply that rejects the request is not a failure.
  public var isFailed: Bool

  /// Creates a span from its parts.
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

/// A key and its value.
public struct SpanAttribute: Hashable, Sendable {
  /// Type and value of an attribute.
  public enum Value: Hashable, Sendable {
    case string(String)
    case integer(Int64)
  }
  /// Key from OpenTelemetry's semantic conventions, or with our own prefix.
  public var key: String
  /// Value of the attribute.
  public var value: Value

  /// Creates an attribute with a string value.
  public init(_ key: String, _ text: String) {
    self.key = key
    value = .string(text)
  }

  /// Creates an attribute with an integer value.
  public init(_ key: String, _ number: Int64) {
    self.key = key
    value = .integer(number)
  }
}
