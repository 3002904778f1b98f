import Audio
import CSoundFile
import Glibc

/// A file of recorded sound that libsndfile reads: FLAC, Ogg with Vorbis or Opus, MP3, AIFF, CAF,
/// W64, RF64 and more.
///
/// It is read from start to end as mono floats, in pieces. Not `Sendable`, because it has a
/// position. Reading blocks on the disk. See https://libsndfile.github.io/libsndfile/api.html.
final class SoundFile: AudioFrames {
  let sampleRate: Int
  private let channels: Int
  private var file: OpaquePointer?
  /// Number of frames left to read, according to the frame count in the file; nil if the file does
  /// not state it.
  private var framesLeft: Int64?
  private var buffer: [Float] = []

  /// Opens a recording.
  ///
  /// - Parameter descriptor: a regular file at its start; closed with this object, or if this
  ///   fails.
  /// - Throws: `AudioError`: `unsupported`, `malformed` or `invalidFormat`.
  init(descriptor: CInt, path: String) throws {
    var info = SF_INFO()
    // sf_open_fd closes the descriptor even if it fails.
    guard let file = sf_open_fd(descriptor, CInt(SFM_READ), &info, 1) else {
      throw AudioError(
        .unsupported,
        "Cannot read \(path) as a recording; expected WAV, FLAC, Ogg (Vorbis or Opus), MP3, AIFF or CAF."
          + " Convert it first, for example: ffmpeg -i FILE -ac 1 -ar 16000 OUT.flac",
        cause: String(cString: sf_strerror(nil)))
    }
    do {
      let format = try AudioFormat(
        sampleRate: Int(info.samplerate), channels: Int(info.channels), encoding: .float32)
      (sampleRate, channels) = (format.sampleRate, format.channels)
    } catch {
      sf_close(file)
      throw error
    }
    self.file = file
    framesLeft = (0..<Int64.max).contains(info.frames) ? info.frames : nil
  }

  deinit { close() }

  func read(_ count: Int) throws -> [Float] {
    guard let file else { return [] }
    let wanted = max(1, count)
    if buffer.count < wanted * channels { buffer = [Float](repeating: 0, count: wanted * channels) }
    let frames = Int(sf_readf_float(file, &buffer, sf_count_t(wanted)))
    if sf_error(file) != CInt(SF_ERR_NO_ERROR) {
      throw AudioError(
        .malformed, "The recording is damaged. Copy or record it again.",
        cause: String(cString: sf_strerror(file)))
    }
    guard frames > 0 else {
      if let framesLeft, framesLeft > 0 {
        throw AudioError(
          .truncated,
          "The recording is truncated (frames missing: \(framesLeft)). Copy or record it again.")
      }
      return []
    }
    framesLeft = framesLeft.map { $0 - Int64(frames) }
    guard channels > 1 else { return Array(buffer.prefix(frames)) }
    let share = 1 / Float(channels)
    return (0..<frames).map { frame in
      buffer[frame * channels..<(frame + 1) * channels].reduce(0, +) * share
    }
  }

  func close() {
    if let file { sf_close(file) }
    file = nil
  }
}
