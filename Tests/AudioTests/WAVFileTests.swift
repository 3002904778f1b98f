import Testing

@testable import Audio

struct WAVFileTests {
  private func read(_ bytes: [UInt8], piece: Int = .max, size: Int? = nil, frames: Int = 1_000)
    throws -> [Float]
  {
    let file = try WAVFile(MemoryInput(bytes, piece: piece), size: size ?? bytes.count)
    var all: [Float] = []
    while case let some = try file.read(frames: frames), !some.isEmpty {
      #expect(some.count <= frames)
      all += some
    }
    #expect(try file.read(frames: frames).isEmpty)
    return all
  }

  private func file(
    _ data: [UInt8], tag: Int = 1, bits: Int = 16, rate: Int = 16_000, channels: Int = 1
  )
    -> [UInt8]
  {
    WAVWriter.bytes(data: data, tag: tag, bits: bits, sampleRate: rate, channels: channels)
  }

  private func code(_ bytes: [UInt8], size: Int? = nil) -> AudioError.Code? {
    do {
      _ = try read(bytes, size: size)
      return nil
    } catch { return (error as? AudioError)?.code }
  }

  // The bytes are written by hand from the format's definition: silence, half scale, the lowest
  // value.
  @Test(
    arguments: [
      (1, 8, [128, 192, 0]),
      (1, 16, [0, 0, 0, 0x40, 0, 0x80]),
      (1, 24, [0, 0, 0, 0, 0, 0x40, 0, 0, 0x80]),
      (1, 32, [0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0x80]),
      (3, 32, [0, 0, 0, 0, 0, 0, 0, 0x3F, 0, 0, 0x80, 0xBF]),
      (
        3, 64,
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xE0, 0x3F, 0, 0, 0, 0, 0, 0, 0xF0, 0xBF]
      ),
    ] as [(Int, Int, [UInt8])])
  func readsEveryEncoding(_ tag: Int, _ bits: Int, _ data: [UInt8]) throws {
    for piece in [1, 3, 1_000] {
      let samples = try read(file(data, tag: tag, bits: bits), piece: piece)
      #expect(samples == [0, 0.5, -1])
    }
  }

  @Test func mixesChannelsDown() throws {
    let samples = try read(
      WAVWriter.bytes([16_384, 0, -16_384, 16_384, 0, 0, 32_767, 32_767, 32_767], channels: 3))
    #expect(samples.count == 3)
    #expect(abs(samples[0]) < 0.001)
    #expect(abs(samples[1] - 0.5 / 3) < 0.001)
    #expect(abs(samples[2] - 1) < 0.001)
  }

  @Test func saysItsFormatAndLength() throws {
    let bytes = WAVWriter.bytes(
      [Int16](repeating: 0, count: 88_200), sampleRate: 44_100, channels: 2)
    let wav = try WAVFile(MemoryInput(bytes), size: bytes.count)
    #expect(
      wav.format == (try AudioFormat(sampleRate: 44_100, channels: 2, encoding: .int16)))
    #expect(wav.frameCount == 44_100)
    #expect(wav.duration == .seconds(1))
  }

  @Test func readsTheExtensibleFormat() throws {
    var format: [UInt8] = [0xFE, 0xFF, 1, 0, 0x80, 0x3E, 0, 0, 0, 0x7D, 0, 0, 2, 0, 16, 0]
    format += [22, 0, 16, 0, 4, 0, 0, 0, 1, 0]
    format += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    func extensible(_ format: [UInt8]) -> [UInt8] {
      Array("RIFF".utf8) + [64, 0, 0, 0] + Array("WAVEfmt ".utf8) + [40, 0, 0, 0] + format
        + Array("data".utf8) + [2, 0, 0, 0, 0, 0x40]
    }
    #expect(try read(extensible(format)) == [0.5])
    format[39] = 0
    #expect(code(extensible(format)) == .unsupported)
  }

  @Test func skipsOtherChunksWithTheirPadding() throws {
    let plain = file([0, 0x40])
    let list = Array("LIST".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
    let bytes = plain[..<12] + list + plain[12..<36] + list + plain[36...] + list
    #expect(try read(Array(bytes)) == [0.5])
    #expect(try read(Array(bytes), piece: 1) == [0.5])
  }

  @Test func readsWhatAPipeWrote() throws {
    for size: [UInt8] in [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0x80], [0xF0, 0xFF, 0xFF, 0x7F]] {
      var bytes = WAVWriter.bytes([16_384, 16_384])
      bytes.replaceSubrange(40..<44, with: size)
      #expect(try read(bytes) == [0.5, 0.5])
      #expect(try WAVFile(MemoryInput(bytes), size: nil).frameCount == nil)
    }
    var bytes = WAVWriter.bytes([16_384, 16_384])
    bytes.replaceSubrange(4..<8, with: [0, 0, 0, 0])
    bytes.replaceSubrange(40..<44, with: [0, 0, 0, 0])
    #expect(try read(bytes) == [0.5, 0.5])
  }

  @Test func anEmptyFileOfSamplesIsNoError() throws {
    #expect(try read(WAVWriter.bytes([])).isEmpty)
  }

  @Test func everyPrefixOfAFileIsAClearError() {
    let bytes = WAVWriter.bytes([1, 2, 3, 4])
    for count in 0..<bytes.count {
      #expect(code(Array(bytes[..<count]), size: count) == .truncated, "\(count) bytes")
    }
    #expect(code(bytes) == nil)
  }

  @Test func everyChangedByteIsReadOrAClearError() {
    let bytes = WAVWriter.bytes([1, 2, 3, 4])
    for index in 0..<44 {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = bytes
        changed[index] = value
        do {
          _ = try read(changed)
        } catch {
          #expect(error is AudioError, "byte \(index) as \(value): \(error)")
        }
      }
    }
  }

  /// A program leaves such a header if it wrote to a pipe, or was killed before it could update it.
  @Test(arguments: [0, 36, 255])
  func aLengthOfZeroIsReadToTheEnd(riffSize: UInt8) throws {
    var bytes = WAVWriter.bytes([1, 2, 3, 4])
    bytes.replaceSubrange(4..<8, with: [riffSize, 0, 0, 0])
    bytes.replaceSubrange(40..<44, with: [0, 0, 0, 0])
    #expect(PCM.int16(try read(bytes)) == [1, 2, 3, 4])
    #expect(PCM.int16(try read(bytes, size: nil)) == [1, 2, 3, 4])
  }

  @Test func refusesWhatIsNotWAV() {
    #expect(code(Array(repeating: 0, count: 100)) == .malformed)
    #expect(code(Array("RIFX\0\0\0\0WAVE".utf8)) == .unsupported)
    #expect(code(Array("fLaC\0\0\0\0\0\0\0\0".utf8)) == .unsupported)
    #expect(code(Array("RIFF\0\0\0\0AVI ".utf8)) == .malformed)
    #expect(code(file([0, 0], tag: 2)) == .unsupported)
    #expect(code(file([0, 0], tag: 85)) == .unsupported)
    #expect(code(file([0, 0], tag: 1, bits: 12)) == .unsupported)
    #expect(code(file([0, 0], rate: 0)) == .invalidFormat)
    #expect(code(file([0, 0], channels: 0)) == .invalidFormat)
    #expect(code(file([0, 0], channels: 65)) == .invalidFormat)
    #expect(code(file([0, 0, 0, 0, 0, 0], channels: 2)) == .malformed)
  }

  @Test func refusesChunksInTheWrongOrderOrNumber() {
    let plain = file([0, 0x40])
    #expect(code(Array(plain[..<12] + plain[36...])) == .malformed)
    #expect(code(Array(plain[..<36] + plain[12...])) == .malformed)
    #expect(code(Array(plain[..<36])) == .truncated)
    var wrongFrame = plain
    wrongFrame[32] = 4
    #expect(code(wrongFrame) == .malformed)
    let junk = Array("junk".utf8) + [0, 0, 0, 0]
    let endless = Array(plain[..<36]) + Array(repeating: junk, count: 1_100).flatMap(\.self)
    #expect(code(endless) == .malformed)
  }

  @Test func fileErrorsNameTheFile() async throws {
    func message(_ path: String) -> String {
      do {
        _ = try WAVFile(path: path)
        return ""
      } catch { return "\(error)" }
    }
    #expect(message("/nowhere/a.wav").contains("/nowhere/a.wav"))
    #expect(message("/").contains("directory"))
  }

  @Test func writesWhatItReads() async throws {
    try await withTemporaryFile([]) { path in
      let samples: [Int16] = [0, 1, -1, 32_767, -32_768]
      try WAVWriter.write(samples, to: path)
      #expect(PCM.int16(try WAVFile(path: path).read(frames: 10)) == samples)
    }
    #expect(throws: AudioError.self) { try WAVWriter.write([1], to: "/nowhere/a.wav") }
  }
}
