public import ZeroMQ

/// The context of a command in a service: all parts of the message except the body.
public struct Call: Sendable {
  /// The command's header: its id, its deadline and its origin.
  public let header: Header
  /// Binary frames after the body.
  public let attachments: [Frame]
  /// Name of the registered service that sent the command. Known only in the router, for the
  /// commands that it answers itself; nil for a command of a tool.
  public let sender: String?

  /// Creates the context of a command; a header is enough for a test.
  public init(header: Header, attachments: [Frame] = [], sender: String? = nil) {
    self.header = header
    self.attachments = attachments
    self.sender = sender
  }
}
