import CNATS

/// Messages of libnats.
enum NATSMessage {
  /// Creates a message, which the caller has to destroy.
  ///
  /// - Throws: `NATSFailure`.
  static func make(
    _ subject: String, _ body: [UInt8], headers: [(name: String, value: String)]
  ) throws(NATSFailure) -> OpaquePointer? {
    var made: OpaquePointer?
    let status = body.withUnsafeBytes { bytes in
      natsMsg_Create(
        &made, subject, nil, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(bytes.count))
    }
    try NATSFailure.check(status)
    do throws(NATSFailure) {
      for (name, value) in headers { try NATSFailure.check(natsMsgHeader_Set(made, name, value)) }
    } catch {
      natsMsg_Destroy(made)
      throw error
    }
    return made
  }

  /// Body of a message.
  static func body(of message: OpaquePointer?) -> [UInt8] {
    [UInt8](
      UnsafeRawBufferPointer(
        start: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message))))
  }
}
