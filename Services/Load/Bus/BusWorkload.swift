/// What a test of a router consists of.
struct BusWorkload: Codable, Hashable, Sendable {
  /// What can be measured.
  enum Part: String, CaseIterable, Codable, Sendable {
    /// Requests through the router to a service and back, one at a time.
    case single
    /// The same with many under way.
    case pipelined
    /// Events to one subscriber, and to many.
    case events, fanOut
  }

  var parts = Part.allCases
  /// How long each part lasts, in nanoseconds.
  var duration: Int64 = 3_000_000_000
  /// Requests under way at once in `pipelined`.
  var window = 64
  /// Subscribers in `fanOut`.
  var subscribers = 8
  /// Bytes of a body or an event.
  var size = 300
  /// Events or requests a second on a schedule; nil as many as go through.
  var rate: Double?
}
