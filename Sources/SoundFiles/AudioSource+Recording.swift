public import Audio
import Glibc

extension AudioSource {
  /// Returns a source that reads a recording of any sample rate and number of channels, in any
  /// format that libsndfile supports; WAV is also read from a pipe.
  ///
  /// WAV is read by `AudioSource.file`, which can wait for a pipe and reports a truncated file;
  /// libsndfile would treat the existing part as the whole file. A WAV file whose samples are not
  /// plain, such as a compressed one, is read by libsndfile.
  ///
  /// ```swift
  /// for try await chunk in AudioSource.recording("standup.flac").chunks() {
  ///   print(chunk.offset, chunk.samples.count)
  /// }
  /// ```
  public static func recording(_ path: String) -> AudioSource {
    AudioSource(name: path) { interrupt in
      let wave = AudioSource.file(path)
      // A pipe can be read only once, so its format cannot be examined beforehand.
      guard let kind = try kind(of: path) else { return try wave.open(interrupt) }
      if kind == .wave {
        do {
          return try wave.open(interrupt)
        } catch let error as AudioError where error.code == .unsupported {
          // The samples may be compressed, which libsndfile supports.
        }
      }
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw AudioError.unopened(path) }
      return AudioInput(frames: try SoundFile(descriptor: descriptor, path: path))
    }
  }

  private enum Kind {
    case wave, other
  }

  /// Returns the format of a regular file according to its first bytes; nil for any other kind of
  /// file.
  private static func kind(of path: String) throws -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw AudioError.unopened(path) }
    defer { Glibc.close(descriptor) }
    var head = [UInt8](repeating: 0, count: 12)
    guard Glibc.read(descriptor, &head, head.count) == head.count else { return .wave }
    return head.starts(with: "RIFF".utf8) && head[8...].elementsEqual("WAVE".utf8) ? .wave : .other
  }
}
