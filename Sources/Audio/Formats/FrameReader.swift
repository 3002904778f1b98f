/// Frames of an open source, mixed down to mono, with full scale ±1.
///
/// It must have a single owner, because reading blocks and changes the position.
package protocol AudioFrames: AnyObject {
  /// Sample rate, in frames per second.
  var sampleRate: Int { get }
  /// Returns up to `count` frames as soon as at least one is available; empty at the end.
  func read(_ count: Int) throws -> [Float]
  func close()
}

/// Reads whole frames of raw audio from a stream of bytes and mixes them down to mono.
final class FrameReader: AudioFrames {
  let format: AudioFormat
  var sampleRate: Int { format.sampleRate }
  private let input: any ByteInput
  private var bytesLeft: Int?
  private let mustBeComplete: Bool
  private var buffer: [UInt8] = []

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - byteCount: number of bytes of audio; nil for all bytes of the input.
  ///   - mustBeComplete: true if an input that ends before `byteCount` is an error.
  init(_ input: any ByteInput, _ format: AudioFormat, byteCount: Int?, mustBeComplete: Bool) {
    self.input = input
    self.format = format
    bytesLeft = byteCount
    self.mustBeComplete = mustBeComplete
  }

  /// Reads whole frames.
  ///
  /// - Throws: `truncated` if the audio ends within a frame or before its declared end.
  func read(_ count: Int) throws -> [Float] {
    let size = format.bytesPerFrame
    while buffer.count < size {
      let wanted = min(count * size - buffer.count, bytesLeft ?? .max)
      let bytes = wanted > 0 ? try input.read(wanted) : []
      guard !bytes.isEmpty else { return try end() }
      buffer += bytes
      bytesLeft = bytesLeft.map { $0 - bytes.count }
    }
    let whole = buffer.count / size * size
    let frames = buffer.withUnsafeBytes { PCM.mono(.init(rebasing: $0[..<whole]), format) }
    buffer.removeFirst(whole)
    return frames
  }

  func close() { input.close() }

  private func end() throws -> [Float] {
    if !buffer.isEmpty {
      throw AudioError(
        .truncated,
        "The audio ends in the middle of a sample, after \(buffer.count) of \(format.bytesPerFrame) bytes. "
          + "Check its format, or record it again.")
    }
    if mustBeComplete, let bytesLeft, bytesLeft > 0 {
      throw AudioError(
        .truncated,
        "The audio is truncated (bytes missing: \(bytesLeft)). Copy or record the file again.")
    }
    return []
  }
}
