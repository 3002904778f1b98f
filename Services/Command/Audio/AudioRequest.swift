import Audio
import SoundFiles

/// Where the audio of a meeting shall come from, as the command line says it.
enum AudioRequest: Hashable, Sendable {
  case file(path: String)
  /// Standard input: a WAV file, or raw signed 16-bit little-endian samples of this format.
  case standardInput(rate: Int, channels: Int)
  case microphone(device: String)

  /// The source, opened when it is first read.
  /// - Throws: `AudioError` for a format that makes no sense.
  func source() throws -> AudioSource {
    switch self {
    case .file(let path): .recording(path)
    case .standardInput(let rate, let channels):
      .raw(format: try AudioFormat(sampleRate: rate, channels: channels, encoding: .int16))
    case .microphone(let device): .microphone(device: device)
    }
  }

  /// The audio in chunks of 100 ms, no faster than it is spoken; opened, so that what cannot be read is known before a meeting
  /// starts for it.
  ///
  /// - Throws: `AudioError`.
  func feed() async throws -> AudioFeed {
    let chunks = try source().chunks()
    switch self {
    case .microphone:
      // Closed until recording is allowed: words before that do not belong to the meeting.
      try await chunks.tried()
      return AudioFeed(chunks)
    // What is in a file or a pipe already is given out as if it were spoken now.
    case .file, .standardInput:
      return AudioFeed(try await chunks.opened().paced(by: ContinuousClock()))
    }
  }
}

/// Audio as it comes, from when it is first asked for: 16 kHz, mono, signed 16 bit.
struct AudioFeed: Sendable {
  /// Opens the source; its reader's end closes it.
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
