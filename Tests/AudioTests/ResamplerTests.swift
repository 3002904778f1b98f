import Testing

@testable import Audio

struct ResamplerTests {
  private func convert(_ samples: [Float], from rate: Int, piece: Int) throws -> [Float] {
    let resampler = try Resampler(from: rate)
    var output: [Float] = []
    for start in stride(from: 0, to: samples.count, by: piece) {
      output += try resampler.process(Array(samples[start..<min(start + piece, samples.count)]))
    }
    return try output + resampler.process([], last: true)
  }

  @Test(arguments: [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000])
  func keepsLengthAndToneAtEveryRate(_ rate: Int) throws {
    let output = try convert(tone(440, seconds: 1, rate: rate), from: rate, piece: 1_000)
    #expect(abs(output.count - 16_000) <= 2)
    #expect(abs(amplitude(Array(output[1_000..<15_000]), at: 440, rate: 16_000) - 0.5) < 0.01)
  }

  @Test func removesWhatTheNewRateCannotHold() throws {
    // 13 kHz would alias to 3 kHz.
    let output = try convert(tone(13_000, seconds: 1, rate: 44_100), from: 44_100, piece: 4_096)
    #expect(amplitude(output, at: 3_000, rate: 16_000) < 0.001)
    #expect(output[1_000..<15_000].allSatisfy { abs($0) < 0.001 })
  }

  @Test func piecesDoNotMatter() throws {
    let samples = tone(300, seconds: 0.5, rate: 44_100)
    let whole = try convert(samples, from: 44_100, piece: samples.count)
    for piece in [1, 77, 5_000] {
      let pieces = try convert(samples, from: 44_100, piece: piece)
      try #require(pieces.count == whole.count)
      #expect(zip(pieces, whole).allSatisfy { abs($0 - $1) < 1e-4 })
    }
  }

  @Test func sameRateIsUntouchedAndNonsenseRefused() throws {
    #expect(try convert([0.1, 0.2], from: 16_000, piece: 1) == [0.1, 0.2])
    #expect(throws: AudioError.self) { try Resampler(from: 1) }
    #expect(throws: AudioError.self) { try Resampler(from: 100_000_000) }
  }
}
