import Audio
import SoundFiles

/// Audio source of a meeting, as selected on the command line.
enum AudioRequest: Hashable, Sendable {
  case file(path: String)
  /// Standard input: a WAV file, or raw signed 16-bit little-endian samples. `rate` is in Hz.
  case standardInput(rate: Int, channels: Int)
  case microphone(device: String)

  /// The source, which is opened on its first read.
  ///
  /// - Throws: `AudioError` for an invalid format.
  func source() throws -> AudioSource {
    switch self {
    case .file(let path): .recording(path)
    case .standardInput(let rate, let channels):
      .raw(format: try AudioFormat(sampleRate: rate, channels: channels, encoding: .int16))
    case .microphone(let device): .microphone(device: device)
    }
  }

  /// The audio in chunks of 100 ms, at most at real-time speed. Opens the source, so that an
  /// unreadable source is detected before the meeting starts.
  ///
  /// - Throws: `AudioError` if the source cannot be opened.
  func feed() async throws -> AudioFeed {
    let chunks = try source().chunks()
    switch self {
    case .microphone:
      // The microphone stays closed until recording is allowed, because words before that do not
      // belong to the meeting.
      try await chunks.tried()
      return AudioFeed(chunks)
    // Recorded audio is paced as if it were spoken now.
    case .file, .standardInput:
      return AudioFeed(try await chunks.opened().paced(by: ContinuousClock()))
    }
  }
}

/// A stream of audio that starts when it is opened: 16 kHz, mono, signed 16-bit.
struct AudioFeed: Sendable {
  /// Opens the source. It is closed when its reader stops.
  let open: @Sendable () -> AsyncThrowingStream<AudioChunk, any Error>

  init<Base: AsyncSequence & Sendable>(_ base: Base) where Base.Element == AudioChunk {
    open = {
      AsyncThrowingStream { continuation in
        let reading = Task {
          do {
            for try await chunk in base { continuation.yield(chunk) }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in reading.cancel() }
      }
    }
  }
}
