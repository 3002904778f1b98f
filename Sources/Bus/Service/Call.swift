public import ZeroMQ

/// The context of a command in a service: all parts of the message except the body.
public struct Call: Sendable {
  /// The command's header: its id, its deadline and its origin.
  public let header: Header
  /// Binary frames after the body.
  public let attachments: [Frame]

  /// Creates the context of a command; a header is enough for a test.
  public init(header: Header, attachments: [Frame] = []) {
    self.header = header
    self.attachments = attachments
  }
}
