import Bus
import FastJSON
import Foundation
import MCP

/// An error of a service. Its message may contain what people wrote, such as the title of a standup.
struct ServiceFailure: Error {
  let error: BusError

  /// The error, marked as data.
  ///
  /// - Parameter id: a new random id.
  func marked(_ id: UUID) -> [MCPText] {
    let text = UserContent.line("\(error.code.rawValue): \(error.message)")
    return UserContent.marked("message", text, id: id)
  }

  /// The error as a response to a request, with the marked message in its data.
  func response(_ id: UUID) -> RPCError {
    let text = marked(id).map(\.text).joined(separator: "\n\n")
    return RPCError(
      .internalError, "The request failed.", data: .object(["message": .string(text)]))
  }
}

/// A bus that distinguishes the errors of its services from those of the tools.
struct ServiceBus: AssistantBus {
  let base: any AssistantBus

  /// - Throws: `ServiceFailure` for an error of a service.
  func send<Command: BusCommand>(
    _ command: Command, idempotencyKey: String?
  ) async throws -> Command.Reply {
    do {
      return try await base.send(command, idempotencyKey: idempotencyKey)
    } catch let error as BusError {
      throw ServiceFailure(error: error)
    }
  }
}
