public import ZeroMQ

/// One command on its way through a service: what came with it besides its body.
public struct Call: Sendable {
  /// The header of the command's head: its id, its deadline and what led to it.
  public let header: Header
  /// Binary frames after the body.
  public let attachments: [Frame]

  /// The surroundings of one command; a test needs no more than a header.
  public init(header: Header, attachments: [Frame] = []) {
    self.header = header
    self.attachments = attachments
  }
}
