/// Audio that is there already, given out as if it came from a microphone: a chunk is available
/// when its last sample has been "spoken", counted from the start, however long the reader takes
/// with each.
public struct PacedAudio<Base: AsyncSequence, C: Clock>: AsyncSequence
where Base.Element == AudioChunk, C.Duration == Duration {
  /// A chunk, as the base gave it.
  public typealias Element = AudioChunk
  let base: Base
  let clock: C
  let start: C.Instant?

  /// Begins anew with the base. Without a given start, time counts from the first chunk asked for.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), clock: clock, start: start)
  }

  /// Waits for each chunk's time before it gives the chunk out.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    fileprivate let clock: C
    fileprivate var start: C.Instant?

    /// The next chunk, once its time has come.
    /// - Throws: what the base throws, or `CancellationError`.
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
  /// The same chunks in real time.
  /// - Parameters:
  ///   - clock: what tells the time.
  ///   - start: when the first sample is spoken; nil is when the first chunk is asked for.
  public func paced<C: Clock>(by clock: C, from start: C.Instant? = nil) -> PacedAudio<Self, C>
  where C.Duration == Duration {
    PacedAudio(base: self, clock: clock, start: start)
  }
}
