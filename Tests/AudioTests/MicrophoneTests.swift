import Foundation
import Glibc
import Testing

@testable import Audio

/// The microphone with scripts instead of `arecord`.
struct MicrophoneTests {
  private func microphone<R>(_ script: String, _ body: (AudioSource) async throws -> R) async throws
    -> R
  {
    // A program that a test has just written cannot always be run: another test that starts a
    // process at that moment may have passed it on as an open file. So the program is a fixture,
    // and the script is its data.
    let recorder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/recorder").path
    return try await withTemporaryFile(Array(script.utf8)) { path in
      try await body(.microphone(device: path, recorder: recorder))
    }
  }

  private func failure(_ source: AudioSource) async -> (AudioError?, samples: [Int16]) {
    var samples: [Int16] = []
    do {
      for try await chunk in source.chunks() { samples += chunk.samples }
      return (nil, samples)
    } catch { return (error as? AudioError, samples) }
  }

  @Test func withoutARecorderItSaysWhatToInstall() async {
    let (error, _) = await failure(.microphone(recorder: "no-such-recorder"))
    #expect(error?.code == .recorderMissing)
    #expect(error?.message.contains("alsa-utils") == true)
  }

  @Test func aRecorderThatCannotBeRunIsNotCalledMissing() async throws {
    try await withTemporaryFile([]) { path in
      let (error, _) = await failure(.microphone(recorder: path))
      #expect(error?.code == .microphone)
      #expect(error?.cause == "Permission denied")
    }
  }

  @Test func withoutADeviceItSaysWhatTheRecorderSaid() async throws {
    try await microphone("echo 'audio open error: No such device' >&2; exit 1") { source in
      let (error, _) = await failure(source)
      #expect(error?.code == .microphone)
      #expect(error?.cause == "audio open error: No such device")
    }
  }

  @Test func aDeviceThatGoesAwayIsAnErrorAfterItsAudio() async throws {
    let samples = (0..<1_600).map { Int16($0) }
    try await withTemporaryFile(WAVWriter.bytes(samples)) { wav in
      try await microphone("cat \(wav); echo 'read error' >&2; exit 1") { source in
        let (error, heard) = await failure(source)
        #expect(error?.code == .microphone)
        #expect(error?.cause == "read error")
        #expect(heard == samples)
      }
    }
  }

  @Test func theRecorderEndsWithTheSequence() async throws {
    // It writes its own process id as the first samples, and would then continue forever.
    var header = WAVWriter.bytes([])
    header.replaceSubrange(40..<44, with: [0xFF, 0xFF, 0xFF, 0xFF])
    try await withTemporaryFile(header) { wav in
      try await microphone("cat \(wav); printf '%010d' $$; exec tail -f /dev/null") { source in
        let task = Task {
          var iterator = source.chunks(of: .nanoseconds(62_500 * 5)).makeAsyncIterator()
          let chunk = try await iterator.next()
          return chunk
        }
        let first = try #require(try await task.value)
        let pid = try #require(Int32(String(decoding: first.bytes, as: UTF8.self)))
        while isRunning(pid) { await Task.yield() }
      }
    }
  }

  @Test func cancellingStopsTheRecorder() async throws {
    try await microphone("exec tail -f /dev/null") { source in
      let task = Task { await failure(source) }
      task.cancel()
      let (error, samples) = await task.value
      #expect(error == nil)
      #expect(samples.isEmpty)
    }
  }

  private func isRunning(_ pid: Int32) -> Bool { kill(pid, 0) == 0 }
}
