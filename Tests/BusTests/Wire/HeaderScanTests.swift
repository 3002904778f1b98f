import StandupsDependencies
import Foundation
import Testing

@testable import Bus

/// The header as the library decodes it, or nil.
private func slow(_ bytes: [UInt8]) -> Header? {
  try? JSONDecoder().decode(Header.self, from: Data(bytes))
}

private func fast(_ bytes: [UInt8]) -> Header? {
  bytes.withUnsafeBytes { HeaderScan($0).map(Header.init(_:)) }
}

@Suite struct HeaderScanTests {
  @Test func itReadsWhatIsWritten() {
    let header = Header(
      corr: UUID(), cause: UUID(), deadline: 5, idem: "i", attempt: 2, key: "k", term: 3,
      via: "gateway", by: "tool/ci", for: "person/1")
    #expect(fast(Array(header.json.utf8)) == header)
  }

  @Test func whatItReadsTheLibraryReadsAlike() {
    var random = SeededGenerator(seed: 2)
    let names = [
      "id", "corr", "cause", "deadline", "idem", "attempt", "traceparent", "key", "via", "by",
      "for", "new",
    ]
    let values = [
      "\"6F1D0B86-2f5c-4f6e-9d6b-2f6a3c1e7a01\"", "\"x\"", "\"ü\"", "\"a\\nb\"", "1", "-7", "0",
      "01",
      "1.5", "1e3", "-0", "123456789012345678", "9223372036854775807", "null", "true", "{}", "[1]",
      "\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"", "\"\"",
      "\"00000000-0000-0000-0000-000000000000\"",
    ]
    let spaces = ["", "", " ", "\n", "\t "]
    var byScanner = 0
    for _ in 0..<60_000 {
      var text = "{"
      var used: Set<String> = []
      for number in 0..<Int.random(in: 0...5, using: &random) {
        let name = number == 0 ? "id" : names.randomElement(using: &random) ?? ""
        // RFC 8259, section 4, does not say which of two members with the same name counts.
        guard used.insert(name).inserted else { continue }
        let value = number == 0 ? values[0] : values.randomElement(using: &random) ?? ""
        let space = spaces.randomElement(using: &random) ?? ""
        text += (used.count > 1 ? "," : "") + "\(space)\"\(name)\"\(space):\(space)\(value)\(space)"
      }
      var bytes = Array((text + "}").utf8)
      if Int.random(in: 0..<4, using: &random) == 0 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 1...255, using: &random)
      }
      guard let header = fast(bytes) else { continue }
      byScanner += 1
      let library = slow(bytes)
      if header != library { Issue.record("\(String(decoding: bytes, as: UTF8.self))") }
    }
    #expect(byScanner > 5000)
  }
}
