/// A source of speech. Its chunks are always 16 kHz, mono, signed 16-bit.
///
/// ```swift
/// for try await chunk in AudioSource.file("standup.wav").chunks() {
///   print(chunk.offset, chunk.samples.count)
/// }
/// ```
public struct AudioSource: Sendable {
  /// Display name: the name of a file, "standard input" or "microphone".
  public let name: String
  package let open: @Sendable (Interrupt) throws -> AudioInput

  /// Creates a source.
  ///
  /// - Parameter open: opens the source; the interrupt ends a read that is waiting.
  package init(name: String, open: @escaping @Sendable (Interrupt) throws -> AudioInput) {
    self.name = name
    self.open = open
  }

  /// Returns a source that reads a WAV file of any sample rate and number of channels.
  public static func file(_ path: String) -> AudioSource {
    AudioSource(name: path) { interrupt in
      let input = try FileInput(path: path, interrupt: interrupt)
      let file = try WAVFile(input, size: input.size)
      return AudioInput(frames: file.frames)
    }
  }

  /// Returns a source that reads raw samples without a header from an open file descriptor, which
  /// stays open. If the input begins with a WAV header, it is read as a WAV file.
  public static func raw(
    descriptor: Int32 = 0, format: AudioFormat, name: String = "standard input"
  ) -> AudioSource {
    AudioSource(name: name) { interrupt in
      let file = FileInput(descriptor: descriptor, owned: false, interrupt: interrupt)
      let input = try PeekedInput(file, count: 4)
      if WAVHeader.begins(input.peeked) {
        return AudioInput(frames: try WAVFile(input, size: file.size).frames)
      }
      return AudioInput(
        frames: FrameReader(input, format, byteCount: nil, mustBeComplete: false))
    }
  }

  /// Returns a source that records a microphone with ALSA's `arecord`, a child process that ends
  /// with the sequence.
  ///
  /// - Parameters:
  ///   - device: ALSA's name of the device; `arecord -L` lists them.
  ///   - recorder: the name or path of the program.
  public static func microphone(device: String = "default", recorder: String = "arecord")
    -> AudioSource
  {
    AudioSource(name: "microphone") { interrupt in
      try Recorder(device: device, program: recorder, interrupt: interrupt).input()
    }
  }

  /// Returns the audio as chunks of equal length; the last one may be shorter. The source is opened
  /// when the first chunk is requested, and read no faster than chunks are requested, never on the
  /// cooperative pool.
  ///
  /// Each iteration opens the source again. Cancelling the iterating task ends a waiting read with
  /// `CancellationError`.
  public func chunks(of length: Duration = .milliseconds(100)) -> AudioChunks {
    AudioChunks(source: self, samples: max(1, Int(length / .nanoseconds(62_500))), pump: nil)
  }
}

/// An open source: its frames, and the resources that are closed with them.
package struct AudioInput {
  let frames: any AudioFrames
  /// Called at the end of the input; throws if the input ended because of a failure.
  let finish: () throws -> Void
  let close: () -> Void

  package init(
    frames: any AudioFrames, finish: @escaping () throws -> Void = {},
    close: @escaping () -> Void = {}
  ) {
    self.frames = frames
    self.finish = finish
    self.close = close
  }
}
