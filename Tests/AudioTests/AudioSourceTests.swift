import Glibc
import Testing

@testable import Audio

struct AudioSourceTests {
  private func collect(_ source: AudioSource, of length: Duration = .milliseconds(100)) async throws
    -> [AudioChunk]
  {
    var chunks: [AudioChunk] = []
    for try await chunk in source.chunks(of: length) { chunks.append(chunk) }
    return chunks
  }

  @Test func aFileComesInEqualChunks() async throws {
    let samples = (0..<4_000).map { Int16($0) }
    try await withTemporaryFile(WAVWriter.bytes(samples)) { path in
      let source = AudioSource.file(path)
      for _ in 0..<2 {
        let chunks = try await collect(source)
        #expect(chunks.map(\.offset) == [0, 1_600, 3_200])
        #expect(chunks.map(\.samples.count) == [1_600, 1_600, 800])
        #expect(chunks.flatMap(\.samples) == samples)
        #expect(chunks.last?.endTime == .milliseconds(250))
      }
    }
  }

  @Test func aFileOfAnotherRateIsResampled() async throws {
    let stereo = PCM.int16(tone(440, seconds: 1, rate: 44_100).flatMap { [$0, $0] })
    let bytes = WAVWriter.bytes(stereo, sampleRate: 44_100, channels: 2)
    try await withTemporaryFile(bytes) { path in
      let samples = try await collect(.file(path)).flatMap(\.samples)
      #expect(abs(samples.count - 16_000) <= 2)
      let heard = amplitude(PCM.float(samples[1_000..<15_000]), at: 440, rate: 16_000)
      #expect(abs(heard - 0.5) < 0.01)
    }
  }

  @Test func fileErrorsComeOutOfTheSequence() async throws {
    await #expect(throws: AudioError.self) { try await collect(.file("/nowhere.wav")) }
    try await withTemporaryFile(Array(WAVWriter.bytes([1, 2, 3]).dropLast(2))) { path in
      await #expect(throws: AudioError.self) { try await collect(.file(path)) }
    }
  }

  @Test func aFileThatCannotBeInspectedReportsTheErrorOfTheSystem() {
    let error = #expect(throws: AudioError.self) { try FileInput.requireNoDirectory(-1, "a.wav") }
    #expect(error?.code == .unreadable)
    #expect(error?.message.contains("a.wav") == true)
    #expect(error?.cause == String(cString: strerror(EBADF)))
  }

  @Test func rawSamplesComeFromADescriptor() async throws {
    let pipe = try Pipe()
    defer { close(pipe.reading) }
    let samples = (0..<1_000).map { Int16($0) }
    let bytes = PCM.bytes(samples)
    #expect(write(pipe.writing, bytes, bytes.count) == bytes.count)
    close(pipe.writing)
    let source = AudioSource.raw(descriptor: pipe.reading, format: .speech)
    #expect(try await collect(source).flatMap(\.samples) == samples)
    // The owner of the descriptor closes it.
    #expect(fcntl(pipe.reading, F_GETFD) >= 0)
  }

  @Test func halfASampleAtTheEndIsAnError() async throws {
    let pipe = try Pipe()
    defer { close(pipe.reading) }
    #expect(write(pipe.writing, [1, 2, 3], 3) == 3)
    close(pipe.writing)
    await #expect(throws: AudioError.self) {
      try await collect(.raw(descriptor: pipe.reading, format: .speech))
    }
  }

  @Test func cancellingEndsAReadThatWaits() async throws {
    let pipe = try Pipe()
    defer {
      close(pipe.reading)
      close(pipe.writing)
    }
    let source = AudioSource.raw(descriptor: pipe.reading, format: .speech)
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      // Two samples: enough bytes to detect a WAV file.
      var iterator = source.chunks(of: .nanoseconds(125_000)).makeAsyncIterator()
      _ = try await iterator.next()
      signal.yield()
      return try await iterator.next()
    }
    #expect(write(pipe.writing, [1, 0, 2, 0], 4) == 4)
    for await _ in started { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// The samples from a pipe with these bytes, as raw 16 kHz mono.
  private func piped(_ bytes: [UInt8]) async throws -> [Int16] {
    let pipe = try Pipe()
    defer { close(pipe.reading) }
    #expect(write(pipe.writing, bytes, bytes.count) == bytes.count)
    close(pipe.writing)
    return try await collect(.raw(descriptor: pipe.reading, format: .speech)).flatMap(\.samples)
  }

  @Test func aWAVFileInPlaceOfRawSamplesIsReadAsItsHeaderSays() async throws {
    let stereo = PCM.int16(tone(440, seconds: 0.2, rate: 48_000).flatMap { [$0, $0] })
    let samples = try await piped(WAVWriter.bytes(stereo, sampleRate: 48_000, channels: 2))
    #expect(abs(samples.count - 3_200) <= 2)
    #expect(abs(amplitude(PCM.float(samples[400..<2_800]), at: 440, rate: 16_000) - 0.5) < 0.02)
  }

  @Test(arguments: ["fLaC", "OggS", "RF64", "FORM"])
  func anotherFormatInPlaceOfRawSamplesIsRefused(magic: String) async throws {
    let error = await #expect(throws: AudioError.self) {
      try await piped(Array(magic.utf8) + [UInt8](repeating: 0, count: 100))
    }
    #expect(error?.code == .unsupported)
  }

  @Test func rawSamplesThatWereLookedAtAreAllThere() async throws {
    #expect(try await piped([1, 0]) == [1])
    #expect(try await piped([1, 0, 2, 0, 3, 0]) == [1, 2, 3])
    #expect(try await piped([]) == [])
  }

  @Test func anOpenedSourceIsReadOnFromItsFirstChunk() async throws {
    let samples = (0..<4_000).map { Int16($0) }
    try await withTemporaryFile(WAVWriter.bytes(samples)) { path in
      let opened = try await AudioSource.file(path).chunks().opened()
      unlink(path)
      var chunks: [AudioChunk] = []
      for try await chunk in opened { chunks.append(chunk) }
      #expect(chunks.map(\.offset) == [0, 1_600, 3_200])
      #expect(chunks.flatMap(\.samples) == samples)
    }
  }

  @Test func aSourceWithoutSoundCannotBeOpened() async throws {
    let empty = WAVWriter.bytes([])
    let cut = Array(WAVWriter.bytes([1, 2, 3]).dropLast(2))
    for bytes in [empty, cut, Array(empty.prefix(20)), []] {
      try await withTemporaryFile(bytes) { path in
        let error = await #expect(throws: AudioError.self) {
          _ = try await AudioSource.file(path).chunks().opened()
        }
        #expect(error?.code == .truncated)
        await #expect(throws: AudioError.self) { try await AudioSource.file(path).chunks().tried() }
      }
    }
    let missing = AudioSource.file("/nowhere.wav")
    await #expect(throws: AudioError.self) { _ = try await missing.chunks().opened() }
  }
}
