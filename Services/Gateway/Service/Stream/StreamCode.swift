/// Close codes of streams, in addition to those of `WebSocket.Code`.
enum StreamCode {
  /// The session ended or was revoked; log in again.
  static let sessionEnded: UInt16 = 4001
  /// A received message violates the protocol.
  static let protocolError: UInt16 = 4003
  /// The session or the address has the maximum number of streams.
  static let tooMany: UInt16 = 4029
}
