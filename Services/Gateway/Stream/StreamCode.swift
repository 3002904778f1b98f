/// With what codes streams are closed, besides those of `WebSocket.Code`.
enum StreamCode {
  /// The session ended or was revoked; log in again.
  static let sessionEnded: UInt16 = 4001
  /// What came was not as the protocol has it.
  static let protocolError: UInt16 = 4003
  /// The session, or the address, has as many streams as its share is.
  static let tooMany: UInt16 = 4029
}
