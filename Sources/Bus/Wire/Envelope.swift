public import Foundation
public import ZeroMQ

/// A parsed message of the bus.
public struct Envelope: Sendable {
  /// The parsed first frame: kind, target and header.
  public var head: Head
  /// Body of the message: JSON in UTF-8.
  public var body: Data
  /// Binary frames after the body.
  public var attachments: [Frame]

  /// Creates a message from its parts. Default body: `{}`. Nothing is checked before `message`.
  public init(_ head: Head, body: Data = Data("{}".utf8), attachments: [Frame] = []) {
    self.head = head
    self.body = body
    self.attachments = attachments
  }

  /// Creates a message and its head. Default target: `-`, as in replies.
  public init(
    _ kind: Kind, target: String = "-", header: Header, body: Data = Data("{}".utf8),
    attachments: [Frame] = []
  ) {
    self.init(
      Head(kind: kind, target: target, header: header), body: body, attachments: attachments)
  }

  /// Creates the reply to a message: `FIN`, `OK` and so on.
  public static func reply(_ kind: Kind, to header: Header, body: Data = Data("{}".utf8))
    -> Envelope
  {
    Envelope(kind, header: header.replying(), body: body)
  }

  /// Creates the `ERR` that answers a message; a nil header stands for a message whose header was
  /// unreadable.
  public static func error(_ error: BusError, to header: Header?) -> Envelope {
    // A BusError consists of strings, integers and a flag, so it can always be encoded.
    let body = (try? BusJSON.encode(error)) ?? Data(#"{"code":"internal"}"#.utf8)
    return Envelope(.error, header: header?.replying() ?? Header(), body: body)
  }
}

extension Envelope {
  /// Parses the frames that a DEALER receives.
  ///
  /// - Throws: `BusError`: `too_large` beyond the limits, `version`, `invalid`.
  public init(_ message: Message) throws(BusError) {
    try Envelope.checkLimits(message)
    guard let first = message.first else {
      throw BusError(.invalid, "The message has no frame.")
    }
    let head = try first.withUnsafeBytes { bytes throws(BusError) in try Head(parsing: bytes) }
    let body = message.count > 1 ? message[1].withUnsafeBytes { Data($0) } : Data("{}".utf8)
    self.init(head, body: body, attachments: Array(message.dropFirst(2)))
  }

  /// Creates the frames that a DEALER sends.
  ///
  /// - Throws: `BusError` with code `too_large` beyond the limits.
  public func message() throws(BusError) -> Message {
    let first = head.withBytes { Frame($0) }
    guard first.count <= Limits.headBytes else {
      throw BusError(
        .tooLarge, "The head has \(first.count) bytes; expected at most \(Limits.headBytes).")
    }
    let message = Message([first, Frame(body)] + attachments)
    try Envelope.checkLimits(message)
    return message
  }

  /// Checks the number of frames and their total size against `Limits`.
  ///
  /// - Throws: `BusError` with code `too_large`.
  public static func checkLimits(_ message: Message) throws(BusError) {
    guard message.count <= Limits.frames, message.byteCount <= Limits.bytes else {
      // The message omits the size, because only a part of a message that was truncated on receipt
      // is known.
      throw BusError(
        .tooLarge,
        "The message is too large; expected at most \(Limits.frames) frames and \(Limits.bytes) bytes in total."
          + " Split it.")
    }
  }

  /// The error in the body of an `ERR`.
  public var busError: BusError {
    do {
      return try BusJSON.decode(BusError.self, from: body)
    } catch {
      return BusError(.internal, "The peer returned an error that cannot be read.")
    }
  }
}
