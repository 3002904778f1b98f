/// Workload of a test of a router.
struct BusWorkload: Codable, Hashable, Sendable {
  /// A part of the test, measured separately.
  enum Part: String, CaseIterable, Codable, Sendable {
    /// Requests through the router to a service and back, one at a time.
    case single
    /// The same requests, but many in flight at once.
    case pipelined
    /// Events to one subscriber (`events`), and to several (`fanOut`).
    case events, fanOut
  }

  var parts = Part.allCases
  /// Duration of each part, in nanoseconds.
  var duration: Int64 = 3_000_000_000
  /// Number of requests in flight in `pipelined`.
  var window = 64
  /// Number of subscribers in `fanOut`.
  var subscribers = 8
  /// Size of a request body or an event, in bytes.
  var size = 300
  /// Scheduled events or requests per second; nil sends as fast as possible.
  var rate: Double?
}
