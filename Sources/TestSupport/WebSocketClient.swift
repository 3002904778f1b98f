import Foundation
import Glibc

/// A WebSocket client over a plain socket to this machine. It sends any bytes, even invalid ones.
/// Its methods block; call them in `blocking`.
public final class WebSocketClient {
  /// A frame, as received or expected.
  public struct Frame: Hashable, Sendable {
    /// True for the last frame of a message.
    public var isFinal: Bool
    /// Opcode: 1 text, 2 binary, 8 close, 9 ping, 10 pong.
    public var opcode: UInt8
    /// Payload, without its mask.
    public var payload: [UInt8]
    /// Creates an expected frame.
    public init(isFinal: Bool, opcode: UInt8, payload: [UInt8]) {
      self.isFinal = isFinal
      self.opcode = opcode
      self.payload = payload
    }

    /// Payload as a string.
    public var text: String { String(decoding: payload, as: UTF8.self) }
    /// Code of a close frame; 1005 if it has none.
    public var code: UInt16 {
      payload.count < 2 ? 1005 : UInt16(payload[0]) << 8 | UInt16(payload[1])
    }
  }

  /// Head of the response to the handshake.
  public private(set) var head = ""
  private let descriptor: Int32
  private var read: [UInt8] = []

  /// Connects and sends a handshake.
  ///
  /// - Parameters:
  ///   - fields: additional header fields, each without a line end.
  ///   - early: bytes to send together with the handshake.
  public init(
    _ path: String, port: UInt16, subprotocol: String, fields: [String] = [], early: [UInt8] = []
  ) throws {
    descriptor = try HTTPClient.connect(port)
    var lines = [
      "GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Upgrade: websocket",
      "Connection: Upgrade",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Protocol: \(subprotocol)",
    ]
    lines += fields
    try send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + early)
    while true {
      if let end = read.firstRange(of: Array("\r\n\r\n".utf8)) {
        head = String(decoding: read[..<end.lowerBound], as: UTF8.self)
        read.removeSubrange(..<end.upperBound)
        return
      }
      try more()
    }
  }

  deinit { close(descriptor) }

  /// Status of the response to the handshake.
  public var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }

  /// Sends bytes unchanged.
  public func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw HTTPClient.Failure(reason: "send: \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  /// Encodes a frame of a client.
  ///
  /// - Parameters:
  ///   - isFinal: true for the last frame of a message.
  ///   - reserved: the three reserved bits; 0 in a valid frame.
  ///   - isMasked: true in a valid client frame.
  public static func frame(
    _ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, reserved: UInt8 = 0,
    isMasked: Bool = true
  ) -> [UInt8] {
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
    let mark: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: bytes.append(mark | UInt8(payload.count))
    case ..<65536:
      bytes += [mark | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(mark | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
      }
    }
    guard isMasked else { return bytes + payload }
    let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
  }

  /// Sends a text message.
  public func send(text: String) throws { try send(Self.frame(1, Array(text.utf8))) }

  /// Sends a binary message.
  public func send(binary: [UInt8]) throws { try send(Self.frame(2, binary)) }

  /// Returns the next frame.
  ///
  /// - Throws: `HTTPClient.Failure` at the end of the connection.
  public func next() throws -> Frame {
    while true {
      if let frame = take() { return frame }
      try more()
    }
  }

  /// Returns the next message, skipping pings.
  public func nextMessage() throws -> Frame {
    while true {
      let frame = try next()
      if frame.opcode != 9 { return frame }
    }
  }

  /// Returns the code with which the server closes, skipping earlier frames; 1006 if it sends no
  /// close frame.
  public func closeCode() -> UInt16 {
    while let frame = try? next() {
      if frame.opcode == 8 { return frame.code }
    }
    return 1006
  }

  private func take() -> Frame? {
    guard read.count >= 2 else { return nil }
    var (length, start) = (Int(read[1] & 0x7F), 2)
    if length == 126 || length == 127 {
      let bytes = length == 126 ? 2 : 8
      guard read.count >= 2 + bytes else { return nil }
      length = read[2..<2 + bytes].reduce(0) { $0 << 8 | Int($1) }
      start = 2 + bytes
    }
    guard read.count >= start + length else { return nil }
    let frame = Frame(
      isFinal: read[0] & 0x80 != 0, opcode: read[0] & 0x0F,
      payload: Array(read[start..<start + length]))
    read.removeFirst(start + length)
    return frame
  }

  private func more() throws {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else { throw HTTPClient.Failure(reason: "the end") }
    read += buffer[..<count]
  }
}
