import Threads

/// The chunks of an audio source, in order.
public struct AudioChunks: AsyncSequence, Sendable {
  /// A piece of 16 kHz mono audio, and its position.
  public typealias Element = AudioChunk
  let source: AudioSource
  let samples: Int
  /// The reader of the source, if it is already open.
  let pump: AudioPump?

  /// Iterates from the start of the source, which is opened when the first chunk is requested.
  /// After `opened`, continues with the open source.
  public func makeAsyncIterator() -> Iterator {
    Iterator(opened: Result { try pump ?? AudioPump(source, chunk: samples) })
  }

  /// Opens the source, and reads its first chunk.
  ///
  /// - Returns: the chunks of the open source, including the first one; they can be iterated once.
  /// - Throws: `AudioError` for a source that cannot be read or has no audio; `CancellationError`.
  public func opened() async throws -> AudioChunks {
    let pump = try AudioPump(source, chunk: samples)
    try await withTaskCancellationHandler {
      try await pump.begin()
    } onCancel: {
      pump.interrupt.fire()
    }
    return AudioChunks(source: source, samples: samples, pump: pump)
  }

  /// Opens the source, reads its first chunk, and closes it.
  ///
  /// - Throws: as `opened`.
  public func tried() async throws {
    let opened = try await opened()
    await opened.pump?.end()
  }

  /// Reads the chunks one after another. If opening the source failed, the first call of `next`
  /// throws that error.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let opened: Result<AudioPump, any Error>

    /// Reads the next chunk; nil at the end.
    ///
    /// - Throws: `AudioError`, or `CancellationError` if the task was cancelled.
    public mutating func next() async throws -> AudioChunk? {
      let pump = try opened.get()
      return try await withTaskCancellationHandler {
        try await pump.next()
      } onCancel: {
        pump.interrupt.fire()
      }
    }
  }
}

/// Reads, mixes and resamples audio on its own thread.
actor AudioPump {
  nonisolated let interrupt: Interrupt
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let executor: BlockingExecutor
  private let source: AudioSource
  private let chunk: Int
  private var state = State.closed
  private var pending: [Int16] = []
  private var offset = 0

  private enum State {
    case closed
    case open(AudioInput, Resampler)
    case ended
  }

  init(_ source: AudioSource, chunk: Int) throws {
    self.source = source
    self.chunk = chunk
    interrupt = try Interrupt()
    do throws(NoThreadError) {
      executor = try BlockingExecutor(label: "audio")
    } catch {
      throw AudioError(.noThread, error.description)
    }
  }

  // When an iteration ends early, the pump is released; a recording child process must not outlive
  // it.
  isolated deinit { end() }

  func next() throws -> AudioChunk? {
    do {
      while pending.count < chunk, try fill() {}
    } catch {
      end()
      throw error
    }
    guard !pending.isEmpty else { return nil }
    let next = AudioChunk(offset: offset, samples: Array(pending.prefix(chunk)))
    pending.removeFirst(next.samples.count)
    offset = next.end
    return next
  }

  /// Reads the first chunk, which the next call of `next` returns.
  func begin() throws {
    do {
      while pending.count < chunk, try fill() {}
      guard !pending.isEmpty else {
        throw AudioError(
          .truncated, "\(source.name) has no audio: it ends before its first sample."
        )
      }
    } catch {
      end()
      throw error
    }
  }

  /// Reads more audio.
  ///
  /// - Returns: true if more may follow.
  private func fill() throws -> Bool {
    switch state {
    case .closed:
      try Task.checkCancellation()
      let input = try source.open(interrupt)
      do {
        state = .open(input, try Resampler(from: input.frames.sampleRate))
      } catch {
        input.close()
        throw error
      }
      return true
    case .open(let input, let resampler):
      let frames = try input.frames.read(4_096)
      pending += PCM.int16(try resampler.process(frames, last: frames.isEmpty))
      guard frames.isEmpty else { return true }
      try input.finish()
      end()
      return false
    case .ended:
      return false
    }
  }

  func end() {
    if case .open(let input, _) = state {
      input.frames.close()
      input.close()
    }
    state = .ended
  }
}
