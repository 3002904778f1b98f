/// When audio was spoken, by the moments at which it was heard.
///
/// A chunk is heard a little after its last sample was spoken, at times a little more; the offsets
/// tell what lies between. A source that stood still for a while, as a laptop does that was asleep,
/// goes on with contiguous offsets, and is late by as much from there on.
struct SpokenTimes: Hashable, Sendable {
  /// How much later than the offsets say audio may come before that is a pause, in milliseconds.
  static let toleranceMs: Int64 = 1_000

  /// The time of offset 0 as the least late of the chunks tells it.
  private var originMs: Int64?

  /// - Parameters:
  ///   - end: the offset of the sample after the chunk, in samples of the stream.
  ///   - count: its samples.
  ///   - nowMs: the stream's time at which it was heard.
  /// - Returns: when its first sample was spoken, in milliseconds of the stream's time.
  mutating func heard(_ count: Int, end: Int64, nowMs: Int64) -> Int64 {
    let heardMs = nowMs - end / 16
    let known = originMs ?? heardMs
    let origin = heardMs > known + Self.toleranceMs ? heardMs : min(known, heardMs)
    originMs = origin
    return max(0, origin + (end - Int64(count)) / 16)
  }
}
