/// An open WAV file, read from start to end as mono floats, in pieces.
///
/// It reads RIFF with integers of 8, 16, 24 and 32 bits and floats of 32 and 64 bits, at any sample
/// rate and with any number of channels that `AudioFormat` allows. Not `Sendable`, because it has a
/// position. Reading blocks on the disk.
public final class WAVFile {
  /// Format of the samples in the file.
  public let format: AudioFormat
  /// Number of frames; nil if the header does not contain it.
  public let frameCount: Int?
  private let reader: FrameReader

  /// Opens a file and reads its header.
  ///
  /// - Throws: `AudioError`: `unreadable`, `malformed`, `truncated`, `unsupported` or
  ///   `invalidFormat`.
  public convenience init(path: String) throws {
    let input = try FileInput(path: path)
    try self.init(input, size: input.size)
  }

  /// Reads the header of an input.
  ///
  /// - Parameter size: total number of bytes of the input; nil if unknown.
  package init(_ input: any ByteInput, size: Int?) throws {
    let header = try WAVHeader(input)
    if let size, let declared = header.byteCount, size - input.position < declared {
      throw AudioError(
        .truncated,
        "The WAV file is truncated: its header declares \(declared) bytes of samples, but only "
          + "\(size - input.position) are present. Copy or record it again.")
    }
    format = header.format
    frameCount = header.byteCount.map { $0 / header.format.bytesPerFrame }
    reader = FrameReader(
      input, header.format, byteCount: header.byteCount, mustBeComplete: size != nil)
  }

  /// Reads the next frames, mixed down to mono with full scale ±1: at most `frames`, and none at
  /// the end.
  public func read(frames: Int) throws -> [Float] { try reader.read(frames) }

  /// Duration of the file; nil if the header does not contain the number of frames.
  public var duration: Duration? {
    frameCount.map { .seconds(Double($0) / Double(format.sampleRate)) }
  }

  var frames: FrameReader { reader }
}
