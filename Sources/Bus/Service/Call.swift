public import Foundation
public import ZeroMQ

/// One command on its way through a service: what came with it besides its body.
public struct Call: Sendable {
  /// The header of the command's head: its id, its deadline and what led to it.
  public let header: Header
  /// Binary frames after the body.
  public let attachments: [Frame]
  private let sendPart: @Sendable (Data) async throws -> Void

  /// The surroundings of one command; a test needs no more than a header.
  ///
  /// - Parameter sendPart: sends one `PART` with this JSON as its body; parts are dropped unless
  ///   told.
  public init(
    header: Header, attachments: [Frame] = [],
    sendPart: @escaping @Sendable (Data) async throws -> Void = { _ in }
  ) {
    self.header = header
    self.attachments = attachments
    self.sendPart = sendPart
  }

  /// Sends one part of the reply ahead of its end.
  public func part(_ value: some Encodable) async throws {
    try await sendPart(BusJSON.encode(value))
  }
}
