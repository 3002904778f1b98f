/// Recorded audio, returned at the pace of a microphone: each chunk becomes available when its last
/// sample would have been spoken. Times count from the start, so delays of the reader do not
/// accumulate.
public struct PacedAudio<Base: AsyncSequence, C: Clock>: AsyncSequence
where Base.Element == AudioChunk, C.Duration == Duration {
  /// A chunk of the base sequence.
  public typealias Element = AudioChunk
  let base: Base
  let clock: C
  let start: C.Instant?

  /// Starts the base sequence from its beginning. Without a given start, time counts from the
  /// request for the first chunk.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), clock: clock, start: start)
  }

  /// Waits for the time of each chunk before returning it.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    fileprivate let clock: C
    fileprivate var start: C.Instant?

    /// Returns the next chunk when it is due.
    ///
    /// - Throws: the error of the base sequence, or `CancellationError`.
    public mutating func next() async throws -> AudioChunk? {
      let start = self.start ?? clock.now
      self.start = start
      guard let chunk = try await base.next(isolation: #isolation) else { return nil }
      try await clock.sleep(until: start.advanced(by: chunk.endTime), tolerance: nil)
      return chunk
    }
  }
}

extension PacedAudio: Sendable where Base: Sendable {}

extension AsyncSequence where Element == AudioChunk {
  /// Returns the same chunks, paced in real time.
  ///
  /// - Parameters:
  ///   - clock: the clock to wait with.
  ///   - start: time at which the first sample is spoken. Default: when the first chunk is
  ///     requested.
  public func paced<C: Clock>(by clock: C, from start: C.Instant? = nil) -> PacedAudio<Self, C>
  where C.Duration == Duration {
    PacedAudio(base: self, clock: clock, start: start)
  }
}
