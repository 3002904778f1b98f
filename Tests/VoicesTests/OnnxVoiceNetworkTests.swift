import Foundation
import Testing

@testable import Voices

/// The real network with real audio. Without it the tests fail with instructions.
struct OnnxVoiceNetworkTests {
  @Test func speechHasTheEmbeddingThatAnotherProgramComputes() throws {
    let golden = try FbankTests.Golden.load()
    let expected = try #require(VoiceEmbedding(golden.embedding))
    let found = try InstalledNetwork.get().embedding(of: golden.samples())
    // Versions of the runtime round 8-bit numbers differently.
    #expect(found.cosine(expected) > 0.98)
  }

  @Test func aVoiceIsNearerToItselfThanToAnotherOne() throws {
    let network = try InstalledNetwork.get()
    let samples = try Checkout.samples(of: "deploy/demo/standup.wav")
    // The recording has one voice. Played more slowly, it is that of someone else.
    let own = try [1, 4].map { second in
      try network.embedding(of: Array(samples[second * 16_000..<(second + 2) * 16_000]))
    }
    let other = try [13, 16].map { second in
      let start = second * 16_000
      return try network.embedding(
        of: (0..<32_000).map { index in
          let (at, part) = (start + index * 4 / 5, index * 4 % 5)
          return Int16((Int(samples[at]) * (5 - part) + Int(samples[at + 1]) * part) / 5)
        })
    }
    let same = min(own[0].cosine(own[1]), other[0].cosine(other[1]))
    let different = own.flatMap { one in other.map(one.cosine) }.max() ?? 1
    #expect(same > different + 0.2)
  }

  @Test func audioWithoutAVoiceIsRejected() throws {
    let network = try InstalledNetwork.get()
    for samples in [
      [], [Int16](repeating: 1, count: 7_999), [Int16](repeating: 0, count: 16_000),
      [Int16](repeating: 1, count: 64_001),
    ] {
      #expect(throws: VoiceError.self) { try network.embedding(of: samples) }
    }
  }

  @Test func aMissingNetworkNamesTheFileAndTheRemedy() {
    let error = #expect(throws: VoiceError.self) { try OnnxVoiceNetwork(engine: "/nowhere") }
    #expect(error?.code == .networkMissing)
    #expect(error?.message.contains("/nowhere/voices") == true)
    #expect(error?.message.contains("scripts/engine") == true)
  }

  @Test func anotherNetworkIsRejected() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("voices-\(UUID())")
    try Data("ORTM".utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let error = #expect(throws: VoiceError.self) {
      try OnnxVoiceNetwork(library: "/nowhere", model: path.path)
    }
    #expect(error?.code == .networkUnusable)
  }

  @Test func aLibraryThatIsNotTheRuntimeIsRejected() throws {
    let model = try VoiceModel(engine: InstalledNetwork.directory)
    for library in ["/nowhere", "libc.so.6"] {
      let error = #expect(throws: VoiceError.self) {
        try OnnxVoiceNetwork(library: library, model: model.network)
      }
      #expect(error?.code == .networkUnusable)
      #expect(error?.cause?.isEmpty == false)
    }
  }

  @Test func theScriptThatInstallsTheNetworkHasTheSameDigest() throws {
    let script = try String(
      contentsOf: Checkout.root.appendingPathComponent("scripts/speech/voices.py"), encoding: .utf8)
    #expect(script.contains("SHA256 = \"\(VoiceModel.sha256)\""))
    #expect(script.contains("NETWORK = \"\(VoiceModel.file)\""))
    #expect(script.replacing("_", with: "").contains("BYTES = \(VoiceModel.sizeBytes)\n"))
  }
}
