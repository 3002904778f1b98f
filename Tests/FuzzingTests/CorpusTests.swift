import StandupsDependencies
import Foundation
import Fuzzing
import TestSupport
import Testing

/// Earlier findings of fuzzing and its seed inputs, on every run; and mutations repeatable by seed.
@Suite struct CorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzzing/Corpora")

  private static func corpus(_ fuzzer: Fuzzer) throws -> [(name: String, bytes: [UInt8])] {
    try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: fuzzer.name), includingPropertiesForKeys: nil
    )
    .sorted { $0.path() < $1.path() }
    .map { ($0.lastPathComponent, [UInt8](try Data(contentsOf: $0))) }
  }

  @Test(arguments: Fuzzer.all.map(\.name)) func everythingThatIsKept(name: String) async throws {
    let fuzzer = try #require(Fuzzer.all.first { $0.name == name })
    let corpus = try Self.corpus(fuzzer)
    #expect(!corpus.isEmpty)
    let findings = try await blocking {
      corpus.compactMap { item in
        Self.finding(fuzzer, item.bytes).map { "\(name)/\(item.name): \($0)" }
      }
    }
    #expect(findings.isEmpty)
  }

  @Test(arguments: Fuzzer.all.map(\.name)) func mutations(name: String) async throws {
    let fuzzer = try #require(Fuzzer.all.first { $0.name == name })
    let corpus = try Self.corpus(fuzzer).map(\.bytes)
    let findings = try await blocking {
      var random = SeededGenerator(seed: 13)
      return (0..<2000).compactMap { _ in
        var bytes = corpus.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          Self.mutate(&bytes, corpus, &random)
        }
        return Self.finding(fuzzer, bytes).map { "\(bytes): \($0)" }
      }
    }
    #expect(findings.isEmpty)
  }

  private static func finding(_ fuzzer: Fuzzer, _ bytes: [UInt8]) -> String? {
    do {
      try fuzzer.check(bytes)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func mutate(
    _ bytes: inout [UInt8], _ corpus: [[UInt8]], _ random: inout SeededGenerator
  ) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let length = min(Int.random(in: 0...8, using: &random), bytes.count - place)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeSubrange(place..<place + length)
    case 1: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
    case 2: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    case 3:
      let other = corpus.randomElement(using: &random) ?? []
      let start = Int.random(in: 0...other.count, using: &random)
      bytes.insert(contentsOf: other[start...].prefix(20), at: place)
    default:
      let digits = [
        "-1", "9223372036854775808", "1e999", "0", "\"", "{", "[", "\\u0000", "\u{202E}",
      ]
      bytes.insert(contentsOf: (digits.randomElement(using: &random) ?? "").utf8, at: place)
    }
  }

  /// A parser that disagrees is reported; without this, nothing here could fail.
  @Test func aFindingIsTold() {
    let broken = Fuzzer(name: "broken") { bytes in
      if bytes.first == 7 { throw Finding.sample }
      throw CancellationError()
    }
    #expect(throws: Finding.self) { try broken.check([7]) }
    #expect(throws: Never.self) { try broken.check([8]) }
  }
}
