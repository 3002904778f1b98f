/// Determines when audio was spoken from the times at which it was captured.
///
/// A chunk is captured shortly after its last sample was spoken, with a varying delay. The offsets
/// give the time between chunks. A source that stopped for a while, such as that of a suspended
/// laptop, continues with contiguous offsets, and is late by the length of the gap from then on.
struct SpokenTimes: Hashable, Sendable {
  /// Delay of a chunk relative to its offset above which the chunk counts as following a gap, in
  /// milliseconds.
  static let toleranceMs: Int64 = 1_000

  /// The time of offset 0, estimated from the chunk with the smallest delay.
  private var originMs: Int64?

  /// Records a captured chunk.
  ///
  /// - Parameters:
  ///   - count: number of samples in the chunk.
  ///   - end: offset of the sample after the chunk, in samples of the stream.
  ///   - nowMs: time of capture, in milliseconds of the stream's time.
  /// - Returns: the time at which the first sample was spoken, in milliseconds of the stream's
  ///   time.
  mutating func heard(_ count: Int, end: Int64, nowMs: Int64) -> Int64 {
    let heardMs = nowMs - end / 16
    let known = originMs ?? heardMs
    let origin = heardMs > known + Self.toleranceMs ? heardMs : min(known, heardMs)
    originMs = origin
    return max(0, origin + (end - Int64(count)) / 16)
  }
}
