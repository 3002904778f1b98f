import Audio
import Foundation

/// Creates small WAV files in memory, for tests.
enum WAVWriter {
  /// A file of 16-bit samples, interleaved when there are several channels.
  static func bytes(_ samples: [Int16], sampleRate: Int = 16_000, channels: Int = 1)
    -> [UInt8]
  {
    bytes(data: PCM.bytes(samples), tag: 1, bits: 16, sampleRate: sampleRate, channels: channels)
  }

  /// A file with the given bytes as samples.
  static func bytes(data: [UInt8], tag: Int, bits: Int, sampleRate: Int, channels: Int)
    -> [UInt8]
  {
    let frame = channels * bits / 8
    var body = Array("WAVEfmt ".utf8) + number(16, 4) + number(tag, 2) + number(channels, 2)
    body += number(sampleRate, 4) + number(sampleRate * frame, 4) + number(frame, 2)
    body += number(bits, 2) + Array("data".utf8) + number(data.count, 4) + data
    if !data.count.isMultiple(of: 2) { body.append(0) }
    return Array("RIFF".utf8) + number(body.count, 4) + body
  }

  /// Writes a file of 16-bit samples; replaces an existing file only once all is written.
  static func write(
    _ samples: [Int16], to path: String, sampleRate: Int = 16_000, channels: Int = 1
  ) throws {
    do {
      try Data(bytes(samples, sampleRate: sampleRate, channels: channels))
        .write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw AudioError(.unwritable, "\(path) cannot be written.", cause: "\(error)")
    }
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
