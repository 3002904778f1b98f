import StandupsDependencies
import Foundation
import Testing
import ZeroMQ

@testable import Bus

private let id = "6f1d0b86-2f5c-4f6e-9d6b-2f6a3c1e7a01"

private func read(_ text: String) throws(BusError) -> Head {
  try read(Array(text.utf8))
}

private func read(_ bytes: [UInt8]) throws(BusError) -> Head {
  try Frame(bytes).withUnsafeBytes { bytes throws(BusError) in try Head(parsing: bytes) }
}

private func code(_ bytes: [UInt8]) -> BusError.Code? {
  do {
    _ = try read(bytes)
    return nil
  } catch {
    return error.code
  }
}

@Suite struct HeadTests {
  @Test(arguments: Kind.allCases)
  func everyKindIsReadAsItIsWritten(kind: Kind) throws {
    let head = Head(
      kind: kind, target: "timer.start",
      header: Header(
        corr: UUID(), cause: UUID(), deadline: 1_795_000_000_000, idem: "a \"b\" \\ \n\t\u{1} ü 🎈",
        attempt: 3,
        traceparent: TraceParent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
        key: "k", by: "tool/ci", for: "person/\"1\""
      ))
    #expect(try read(head.text) == head)
  }

  @Test(arguments: [
    "STB1 CMD a.b {\"id\":\"\(id)\"}",
    "STB1 CMD a.b { \"id\" : \"\(id.uppercased())\" } ",
    "STB1 CMD a.b {\"new\":1,\"id\":\"\(id)\",\"other\":\"x\"}",
    "STB1 CMD a.b {\"new\":{\"deep\":[1,2,null]},\"id\":\"\(id)\"}",
    "STB1 CMD a.b {\"\\u0069d\":\"\(id)\"}",
    "STB1 CMD a.b {\"id\":\"\(id)\",\"corr\":null}",
    "STB1 CMD - \n{\"id\":\"\(id)\"}\r\n",
  ])
  func goodHeads(text: String) throws {
    #expect(try read(text).header.id.uuidString.lowercased() == id)
  }

  @Test(arguments: [
    ("", BusError.Code.version), ("STB1", .version), ("STB2 CMD a {\"id\":\"\(id)\"}", .version),
    ("stb1 CMD a {\"id\":\"\(id)\"}", .version), (" STB1 CMD a {}", .version),
    ("HTTP/1.1 200 OK", .version), ("STB1 CMD", .invalid), ("STB1 CMD a", .invalid),
    ("STB1 CMD a ", .invalid), ("STB1 NOPE a {\"id\":\"\(id)\"}", .invalid),
    ("STB1 cmd a {\"id\":\"\(id)\"}", .invalid), ("STB1  a {\"id\":\"\(id)\"}", .invalid),
    ("STB1 CMD  {\"id\":\"\(id)\"}", .invalid), ("STB1 CMD a/b {\"id\":\"\(id)\"}", .invalid),
    ("STB1 CMD ä {\"id\":\"\(id)\"}", .invalid), ("STB1 CMD a {}", .invalid),
    ("STB1 CMD a []", .invalid), ("STB1 CMD a {\"id\":1}", .invalid),
    ("STB1 CMD a {\"id\":\"nonsense\"}", .invalid), ("STB1 CMD a {\"id\":\"\(id)\"", .invalid),
    ("STB1 CMD a {\"id\":\"\(id)\"} x", .invalid),
    ("STB1 CMD a {\"id\":\"\(id)\",\"deadline\":\"soon\"}", .invalid),
    ("STB1 CMD a {\"id\":\"\(id)\",\"deadline\":99999999999999999999}", .invalid),
    ("STB1 CMD a {\"id\":\"\(id)\",\"corr\":\"x\"}", .invalid),
    ("STB1 CMD a {\"id\":\"\(id)\",\"idem\":7}", .invalid),
    ("STB1 CMD a {\"id\":\"\(id)\",\"by\":7}", .invalid),
    ("STB1 CMD \(String(repeating: "a", count: 129)) {\"id\":\"\(id)\"}", .invalid),
    ("STB1 CMD a {\"id\":\"\(id)\",\"x\":\"\(String(repeating: "y", count: 5000))\"}", .tooLarge),
  ])
  func badHeads(text: String, expected: BusError.Code) {
    #expect(code(Array(text.utf8)) == expected)
  }

  @Test func bytesThatAreNotTextAreRefused() {
    let start = Array("STB1 CMD a {\"id\":\"\(id)\",\"idem\":\"".utf8)
    #expect(code(start + [0xFF, 0xFE] + Array("\"}".utf8)) == .invalid)
    #expect(code([0xFF, 0x20, 0x20, 0x20]) == .version)
  }

  @Test func anErrorShowsNoControlCharacters() {
    do {
      _ = try read("STB1 \u{1B}[31m\u{7}X a {}")
      Issue.record("it was read")
    } catch {
      #expect(!error.message.unicodeScalars.contains { $0.value < 32 })
    }
  }

  @Test func noBytesCrashAndAllAreAnswered() {
    var random = SeededGenerator(seed: 1)
    let valid = Array("STB1 CMD timer.start {\"id\":\"\(id)\",\"deadline\":12,\"idem\":\"x\"}".utf8)
    var good = 0
    for round in 0..<100_000 {
      var bytes: [UInt8]
      if round.isMultiple(of: 2) {
        bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      } else {
        bytes = valid
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        if Bool.random(using: &random) {
          bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
        }
      }
      if let code = code(bytes) {
        // Not one expectation each: a hundred thousand of them would take most of the time.
        if ![.version, .invalid, .tooLarge].contains(code) { Issue.record("\(code): \(bytes)") }
      } else {
        good += 1
      }
    }
    #expect(good > 0)
  }
}
