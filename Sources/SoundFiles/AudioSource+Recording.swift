public import Audio
import Glibc

extension AudioSource {
  /// A recording, of any rate and number of channels: whatever libsndfile reads, and WAV from a pipe as well.
  ///
  /// WAV is read by `AudioSource.file`, which waits for a pipe and says of a file that it was cut off; libsndfile
  /// takes what is there for all of it. What is in a WAV file but no plain samples is libsndfile's again.
  ///
  /// ```swift
  /// for try await chunk in AudioSource.recording("standup.flac").chunks() {
  ///   print(chunk.offset, chunk.samples.count)
  /// }
  /// ```
  public static func recording(_ path: String) -> AudioSource {
    AudioSource(name: path) { interrupt in
      let wave = AudioSource.file(path)
      // A pipe can be read once only, and what it has must be asked of it.
      guard let kind = try kind(of: path) else { return try wave.open(interrupt) }
      if kind == .wave {
        do {
          return try wave.open(interrupt)
        } catch let error as AudioError where error.code == .unsupported {
          // Compressed, perhaps.
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

  /// What a regular file begins with; nil for what is no regular file.
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
