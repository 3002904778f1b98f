/// An encoded message, header included: encoded once and sent to any number of WebSockets.
///
/// Frames from a server are not masked, so they are the same for all clients (RFC 6455, section
/// 5.1).
public struct WebFrame: Sendable {
  /// The encoded frame, header included.
  let bytes: [UInt8]

  /// Encodes a text message, which must be UTF-8.
  public init(text: [UInt8]) { bytes = Self.frame(0x1, text) }

  /// Encodes a binary message.
  public init(binary: [UInt8]) { bytes = Self.frame(0x2, binary) }

  /// A ping without a payload.
  static let ping = WebFrame(opcode: 0x9, [])

  private init(opcode: UInt8, _ payload: [UInt8]) { bytes = Self.frame(opcode, payload) }

  private static func frame(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 10)
    bytes.append(0x80 | opcode)
    switch payload.count {
    case ..<126: bytes.append(UInt8(payload.count))
    case ..<65536:
      bytes.append(126)
      bytes.append(UInt8(payload.count >> 8))
      bytes.append(UInt8(payload.count & 0xFF))
    default:
      bytes.append(127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
      }
    }
    bytes += payload
    return bytes
  }
}
