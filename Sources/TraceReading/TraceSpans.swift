import Bus
import BusRouter
import Glibc
import MessageTrace
import OTLP
import ZeroMQ

/// Spans of the messages that the router processed. They are read from its trace ring, so tracing
/// adds no work to the hot path.
actor TraceSpans: SpanSource {
  private let router: Router
  private let sampler: TraceSampler
  private var cursor = TraceCursor()
  private var wallOffsetNs = TraceSpans.currentOffsetNs()

  /// Minimum change of the clock offset, in nanoseconds. Smaller ones are ignored, to time the
  /// spans of one trace by the same offset.
  private static let stepNs: Int64 = 1_000_000

  init(_ router: Router, _ sampler: TraceSampler) {
    self.router = router
    self.sampler = sampler
  }

  func take(_ limit: Int) async -> [Span] {
    let sampler = sampler
    let page = await router.trace(from: cursor, limit: limit) {
      sampler.samples($0.trace, $0.traceparent)
    }
    cursor = page.cursor
    let offsetNs = Self.currentOffsetNs()
    if (offsetNs &- wallOffsetNs).magnitude > Self.stepNs.magnitude { wallOffsetNs = offsetNs }
    return page.entries.compactMap { Span($0, wallOffsetNs: wallOffsetNs) }
  }

  func forgotten() -> Int { cursor.forgotten }

  /// Difference between the wall clock and the monotonic clock, in nanoseconds.
  private static func currentOffsetNs() -> Int64 {
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    let wallNs = Int64(wall.tv_sec) &* 1_000_000_000 &+ Int64(wall.tv_nsec)
    return wallNs &- Int64(truncatingIfNeeded: MonotonicInstant.now.nanoseconds)
  }
}
