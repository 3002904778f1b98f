import Audio
import Foundation
import Testing

@testable import TranscriptionService

/// Recognises the files of `scripts/speech-report` with the service's own decisions.
struct SpeechReportTests {
  /// The environment variable with the directory of the files; without it, the test does not run.
  static let variable = "SPEECH_REPORT"
  static let directory = ProcessInfo.processInfo.environment[variable].map {
    URL(fileURLWithPath: $0)
  }

  /// The text of a file, its length, and the CPU time that it took, in seconds.
  private struct Result: Encodable {
    let text: String
    let seconds, cpu: Double
  }

  // Skipped because only scripts/speech-report makes the files.
  @Test(.enabled(if: directory != nil)) func recognisesTheFilesOfTheReport() async throws {
    let directory = try #require(Self.directory)
    // WAV files, 16 kHz mono.
    let files = try JSONDecoder().decode(
      [String].self, from: Data(contentsOf: directory.appendingPathComponent("requests.json")))
    try #require(!files.isEmpty)
    let engine = try await InstalledEngine.get()
    var results: [Result] = []
    for file in files {
      let wav = try WAVFile(path: directory.appendingPathComponent(file).path)
      var samples: [Int16] = []
      while case let frames = try wav.read(frames: 65_536), !frames.isEmpty {
        samples += PCM.int16(frames)
      }
      let before = Self.cpuSeconds
      var driver = StreamDriver(engine)
      await driver.run(samples)
      #expect(driver.failure == nil)
      results.append(
        Result(
          text: driver.lines.map(\.text).joined(separator: " "),
          seconds: Double(samples.count) / 16_000, cpu: Self.cpuSeconds - before))
    }
    try JSONEncoder().encode(results).write(to: directory.appendingPathComponent("results.json"))
  }

  /// CPU time of this process.
  private static var cpuSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
