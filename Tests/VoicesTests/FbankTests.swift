import Foundation
import Testing

@testable import Voices

struct FbankTests {
  /// The numbers of another program: Tests/Voices/golden.py.
  struct Golden: Decodable {
    let recording: String
    let start, count, frameCount: Int
    let frames: [String: [Float]]
    let embedding: [Float]

    static func load() throws -> Golden {
      try JSONDecoder().decode(
        Golden.self,
        from: Data(contentsOf: Checkout.root.appendingPathComponent("Tests/Voices/golden.json")))
    }

    func samples() throws -> [Int16] {
      Array(try Checkout.samples(of: "deploy/demo/\(recording)")[start..<start + count])
    }
  }

  @Test func speechHasTheFeaturesThatKaldiComputes() throws {
    let golden = try Golden.load()
    let features = Fbank().features(of: try golden.samples())
    #expect(features.count == golden.frameCount * Fbank.bands)
    try #require(!golden.frames.isEmpty)
    for (name, expected) in golden.frames {
      let frame = try #require(Int(name))
      let found = features[frame * Fbank.bands..<(frame + 1) * Fbank.bands]
      let error = zip(found, expected).map { abs($0 - $1) }.max() ?? .infinity
      #expect(error < 0.002, "frame \(name)")
    }
  }

  @Test func theMeanOfEachBandIsSubtracted() throws {
    let features = Fbank().normalizedFeatures(of: try Golden.load().samples())
    for band in 0..<Fbank.bands {
      let values = stride(from: band, to: features.count, by: Fbank.bands).map { features[$0] }
      #expect(abs(values.reduce(0, +) / Float(values.count)) < 0.001)
    }
  }

  @Test(arguments: [
    (0, 0), (399, 0), (400, 1), (559, 1), (560, 2), (16_000, 98),
  ]) func onlyCompleteFramesCount(_ samples: Int, _ frames: Int) {
    #expect(Fbank.frameCount(of: samples) == frames)
    #expect(
      Fbank().features(of: [Int16](repeating: 7, count: samples)).count == frames * Fbank.bands)
  }

  @Test func silenceAndFullScaleHaveFiniteFeatures() {
    let extremes = (0..<800).map { $0 % 2 == 0 ? Int16.min : Int16.max }
    #expect(Fbank().features(of: [Int16](repeating: 0, count: 800)).allSatisfy { $0.isFinite })
    #expect(Fbank().features(of: extremes).allSatisfy { $0.isFinite })
    #expect(Fbank().normalizedFeatures(of: []).isEmpty)
  }
}
