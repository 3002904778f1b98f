/// An open WAV file, read from front to back as mono floats, a piece at a time.
///
/// Reads RIFF with integers of 8, 16, 24 and 32 bits and floats of 32 and 64, at any rate and with
/// any number of channels. Not `Sendable`: it has a position. Reading blocks on the disk.
public final class WAVFile {
  /// The shape of the samples in the file.
  public let format: AudioFormat
  /// Number of frames; nil if the header does not know it.
  public let frameCount: Int?
  private let reader: FrameReader

  /// Opens a file and reads its header.
  /// - Throws: `AudioError`: `unreadable`, `malformed`, `truncated` or `unsupported`.
  public convenience init(path: String) throws {
    let input = try FileInput(path: path)
    try self.init(input, size: input.size)
  }

  /// - Parameter size: how many bytes the input has in all; nil when that cannot be known.
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

  /// The next frames mixed down to mono, full scale being ±1: at most `frames` of them, none at the
  /// end.
  public func read(frames: Int) throws -> [Float] { try reader.read(frames) }

  /// How long the file plays, if it says how many frames it has.
  public var duration: Duration? {
    frameCount.map { .seconds(Double($0) / Double(format.sampleRate)) }
  }

  var frames: FrameReader { reader }
}
