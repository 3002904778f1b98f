public import Foundation
public import ZeroMQ

/// One command on its way through a service: what came with it besides its body.
public struct Call: Sendable {
  public let header: Header
  /// Binary frames after the body.
  public let attachments: [Frame]
  private let sendPart: @Sendable (Data) async throws -> Void

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
