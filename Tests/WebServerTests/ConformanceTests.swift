import Foundation
import TestSupport
import Testing
import WebServer

/// The rest of RFC 6455, in the groups of the Autobahn test suite: pings, close codes, UTF-8, fragments, lengths.
@Suite struct ConformanceTests {
  private typealias Client = WebSocketClient

  /// Connects to an echo server.
  private func talking(_ body: @escaping @Sendable (WebSocketClient) throws -> Void) async throws {
    try await TestSite.serving { port, _ in
      try await blocking {
        try body(WebSocketClient("/socket", port: port, subprotocol: "test.1"))
      }
    }
  }

  // MARK: Pings

  @Test(arguments: [0, 1, 125]) func aPingIsAnsweredWithWhatItHas(size: Int) async throws {
    try await talking { client in
      let payload = (0..<size).map { UInt8(truncatingIfNeeded: 0xFF - $0) }
      try client.send(Client.frame(9, payload))
      let pong = try client.next()
      #expect(pong == .init(isFinal: true, opcode: 10, payload: payload))
    }
  }

  @Test func aPongThatNobodyAskedForIsNothing() async throws {
    try await talking { client in
      try client.send(Client.frame(10, []) + Client.frame(10, Array("unasked".utf8)))
      try client.send(text: "on")
      let message = try client.next()
      #expect(message.text == "on")
    }
  }

  // MARK: Closing

  @Test(
    arguments: [
      1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999,
    ] as [UInt16])
  func aCodeOfTheWireIsTaken(code: UInt16) async throws {
    try await talking { client in
      try client.send(Client.frame(8, bytes(code)))
      #expect(client.closeCode() == code)
    }
  }

  @Test(arguments: [0, 1, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535] as [UInt16])
  func anotherCodeIsRefused(code: UInt16) async throws {
    try await talking { client in
      try client.send(Client.frame(8, bytes(code)))
      #expect(client.closeCode() == 1002)
    }
  }

  @Test func aCloseMayHaveNoCode() async throws {
    try await talking { client in
      try client.send(Client.frame(8, []))
      #expect(client.closeCode() == 1005)
    }
  }

  @Test func aReasonFitsAControlFrame() async throws {
    try await talking { client in
      try client.send(Client.frame(8, bytes(1000) + [UInt8](repeating: 0x61, count: 123)))
      #expect(client.closeCode() == 1000)
    }
    try await talking { client in
      try client.send(Client.frame(8, bytes(1000) + [UInt8](repeating: 0x61, count: 124)))
      #expect(client.closeCode() == 1002)
    }
  }

  @Test func whatComesAfterACloseIsNothing() async throws {
    try await talking { client in
      try client.send(
        Client.frame(1, [0x61]) + Client.frame(8, bytes(1000)) + Client.frame(1, [0x62])
          + Client.frame(9, []))
      let message = try client.next()
      #expect(message.text == "a")
      let close = try client.next()
      #expect(close.opcode == 8 && close.code == 1000)
      #expect(throws: HTTPClient.Failure.self) { try client.next() }
    }
  }

  @Test func aMessageMayBeGivenUp() async throws {
    try await talking { client in
      try client.send(Client.frame(1, [0x61], isFinal: false) + Client.frame(8, bytes(1000)))
      let close = try client.next()
      #expect(close.opcode == 8 && close.code == 1000)
    }
  }

  /// A reason that is too long is truncated at a character boundary.
  @Test func aLongReasonStaysText() async throws {
    try await TestSite.serving { port, site in
      let client = try await blocking {
        try UnsharedClient(Client("/socket", port: port, subprotocol: "test.1"))
      }
      await site.closeLast(4000, String(repeating: "ü", count: 100))
      let close = try await blocking {
        while case let frame = try client.value.next() {
          if frame.opcode == 8 { return frame }
        }
      }
      #expect(close.code == 4000)
      #expect(String(validating: close.payload.dropFirst(2), as: UTF8.self)?.count == 61)
    }
  }

  // MARK: Text

  @Test(arguments: [
    "\u{0}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FEFF}x",
    "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "κόσμε",
  ])
  func everyLetterIsTaken(text: String) async throws {
    try await talking { client in
      try client.send(text: text)
      let message = try client.nextMessage()
      #expect(message.payload == Array(text.utf8))
    }
  }

  @Test(
    arguments: [
      ("a byte that continues nothing", [0x80]), ("a byte that is in no text", [0xFE]),
      ("a long form of a slash", [0xE0, 0x80, 0xAF]), ("a long form of nothing", [0xC0, 0x80]),
      ("beyond the last letter", [0xF4, 0x90, 0x80, 0x80]),
      ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
      ("half a letter, then another", [0xCE, 0x61]),
      ("the other half of a pair", [0xED, 0xBF, 0xBF]),
    ] as [(String, [UInt8])])
  func whatIsNoTextIsRefused(what: String, text: [UInt8]) async throws {
    try await talking { client in
      try client.send(Client.frame(1, [0x61] + text))
      #expect(client.closeCode() == 1007, "\(what)")
    }
    // It is detected as soon as it arrives, however it is split.
    try await talking { client in
      try client.send(Client.frame(1, [0x61], isFinal: false))
      for byte in text { try client.send(Client.frame(0, [byte], isFinal: false)) }
      // Ignored because the server may have closed the connection.
      try? client.send(Client.frame(0, []))
      #expect(client.closeCode() == 1007, "\(what), in parts")
    }
  }

  // MARK: Fragments

  @Test func fragmentsMayBeEmpty() async throws {
    try await talking { client in
      try client.send(Client.frame(1, [], isFinal: false))
      try client.send(Client.frame(0, [], isFinal: false))
      try client.send(Client.frame(0, Array("x".utf8), isFinal: false))
      try client.send(Client.frame(0, []))
      let message = try client.nextMessage()
      #expect(message.text == "x")
      try client.send(Client.frame(2, [], isFinal: false) + Client.frame(0, []))
      let empty = try client.nextMessage()
      #expect(empty == .init(isFinal: true, opcode: 2, payload: []))
    }
  }

  @Test func manyFragmentsMakeOneMessage() async throws {
    try await talking { client in
      let letters = (0..<4096).map { UInt8(0x61 + $0 % 26) }
      var bytes = Client.frame(1, [letters[0]], isFinal: false)
      for letter in letters.dropFirst() { bytes += Client.frame(0, [letter], isFinal: false) }
      try client.send(bytes + Client.frame(0, []))
      let message = try client.nextMessage()
      #expect(message.payload == letters)
    }
  }

  @Test func manyMessagesComeBackInOrder() async throws {
    try await talking { client in
      let texts = (0..<500).map { "message \($0)" }
      try client.send(texts.flatMap { Client.frame(1, Array($0.utf8)) })
      for text in texts {
        let message = try client.nextMessage()
        #expect(message.text == text)
      }
    }
  }

  // MARK: Lengths

  @Test func theLongestMessageIsTaken() async throws {
    try await talking { client in
      let payload = [UInt8](repeating: 0x61, count: 65_536)
      try client.send(binary: payload)
      let message = try client.nextMessage()
      #expect(message.payload == payload)
    }
  }

  /// RFC 6455, section 5.2: the shortest form, and 63 bits.
  @Test(
    arguments: [
      ("five in two bytes", [0x82, 0xFE, 0, 5]),
      ("five in eight bytes", [0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0, 5]),
      ("65,535 in eight bytes", [0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]),
      ("the highest bit", [0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0]),
    ] as [(String, [UInt8])])
  func aLengthHasOneForm(what: String, head: [UInt8]) async throws {
    try await talking { client in
      try client.send(head + [0, 0, 0, 0] + Array("hello".utf8))
      #expect(client.closeCode() == 1002, "\(what)")
    }
  }
}

private func bytes(_ code: UInt16) -> [UInt8] { [UInt8(code >> 8), UInt8(code & 0xFF)] }
