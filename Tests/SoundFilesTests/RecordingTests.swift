import Audio
import CSoundFile
import Foundation
import Testing

@testable import SoundFiles

/// Real files, written by real encoders.
@Suite struct RecordingTests {
  /// A format of libsndfile, with its file extension.
  struct Format: Sendable, CustomStringConvertible {
    let description: String
    let flags: Int
    /// Maximum deviation for a tone of amplitude 0.5.
    var tolerance = 0.02

    static let all = [
      Format(description: "flac", flags: SF_FORMAT_FLAC | SF_FORMAT_PCM_16),
      Format(description: "ogg", flags: SF_FORMAT_OGG | SF_FORMAT_VORBIS, tolerance: 0.05),
      Format(description: "opus", flags: SF_FORMAT_OGG | SF_FORMAT_OPUS, tolerance: 0.05),
      Format(description: "mp3", flags: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, tolerance: 0.05),
      Format(description: "aiff", flags: SF_FORMAT_AIFF | SF_FORMAT_PCM_24),
      Format(description: "rf64.wav", flags: SF_FORMAT_RF64 | SF_FORMAT_PCM_16),
      Format(description: "wav", flags: SF_FORMAT_WAV | SF_FORMAT_PCM_16),
      // WAV with encoded samples.
      Format(description: "ulaw.wav", flags: SF_FORMAT_WAV | SF_FORMAT_ULAW),
    ]
  }

  /// A temporary directory with a file: three seconds of 440 Hz, at different levels left and right.
  private func withRecording(
    _ format: Format, rate: Int32 = 48_000, channels: Int32 = 2,
    _ body: (String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "standups-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "tone.\(format)").path
    var info = SF_INFO()
    (info.samplerate, info.channels, info.format) = (rate, channels, CInt(format.flags))
    let file = try #require(
      sf_open(path, CInt(SFM_WRITE), &info), "\(String(cString: sf_strerror(nil)))")
    let frames = Int(rate) * 3
    let samples = (0..<frames).flatMap { frame -> [Float] in
      let value = Float(sin(2 * .pi * 440 * Double(frame) / Double(rate)))
      return (0..<Int(channels)).map { $0 == 0 ? value * 0.7 : value * 0.3 }
    }
    #expect(sf_writef_float(file, samples, sf_count_t(frames)) == frames)
    sf_close(file)
    try await body(path)
  }

  private func heard(_ path: String) async throws -> [Int16] {
    var samples: [Int16] = []
    for try await chunk in AudioSource.recording(path).chunks() {
      #expect(chunk.offset == samples.count)
      samples += chunk.samples
    }
    return samples
  }

  /// The amplitude at a frequency, with full scale 1, at the 16 kHz of speech.
  private func amplitude(_ samples: ArraySlice<Int16>, at hertz: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = 2 * .pi * hertz * Double(index) / 16_000
      real += Double(sample) / 32_768 * cos(angle)
      imaginary += Double(sample) / 32_768 * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
  }

  @Test(arguments: Format.all)
  func isHeardAsItWasRecorded(format: Format) async throws {
    try await withRecording(format) { path in
      let samples = try await heard(path)
      // Codecs add a little at both ends.
      #expect(abs(samples.count - 48_000) < 2_500)
      let middle = samples[16_000..<32_000]
      // The mean of both channels.
      #expect(abs(amplitude(middle, at: 440) - 0.5) < format.tolerance)
      #expect(amplitude(middle, at: 1_000) < 0.02)
    }
  }

  @Test func aFileThatWasCutOffSaysSo() async throws {
    #expect(Set(Format.all.map(\.description)).isSuperset(of: ["flac", "wav"]))
    // Never empty because the expectation above requires both formats.
    for format in Format.all where ["flac", "wav"].contains(format.description) {
      try await withRecording(format) { path in
        let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(truncate(path, size / 2) == 0)
        await #expect {
          _ = try await heard(path)
        } throws: { error in
          let code = (error as? AudioError)?.code
          return code == .truncated || code == .malformed
        }
      }
    }
  }

  @Test func whatIsNoRecordingSaysWhatIs() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "standups-\(UUID()).txt").path
    defer { unlink(path) }
    for text in [
      "This is what was said, and not how.", "fLaC", "",
      "OggS" + String(repeating: "x", count: 9_000),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      await #expect("\(text.prefix(20))") {
        _ = try await heard(path)
      } throws: { error in
        // An empty file, or only the first bytes, is treated as a truncated WAV file.
        let code = (error as? AudioError)?.code
        return text.utf8.count < 12 ? code == .truncated : code == .unsupported
      }
    }
    await #expect(throws: AudioError.self) { _ = try await heard("/nowhere.flac") }
    await #expect(throws: AudioError.self) { _ = try await heard("/tmp") }
  }

  @Test func tooManyChannelsAreRefused() async throws {
    let many = Format(description: "aiff", flags: SF_FORMAT_AIFF | SF_FORMAT_PCM_16)
    try await withRecording(many, channels: 65) { path in
      await #expect {
        _ = try await heard(path)
      } throws: {
        ($0 as? AudioError)?.code == .invalidFormat
      }
    }
  }

  @Test func waveComesFromAPipeAsBefore() async throws {
    let wave = try #require(Format.all.first { $0.description == "wav" })
    try await withRecording(wave) { path in
      let pipe = path + ".pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      Thread.detachNewThread {
        // Ignored because the reader checks how much arrives.
        if let end = FileHandle(forWritingAtPath: pipe) { try? end.write(contentsOf: bytes) }
      }
      #expect(try await heard(pipe).count == 48_000)
    }
  }
}
