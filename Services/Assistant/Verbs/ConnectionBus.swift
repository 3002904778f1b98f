import AssistantTools
import Bus

/// The connection of this command as the bus of an assistant.
struct ConnectionBus: AssistantBus {
  let connection: Connection

  func send<Command: BusCommand>(
    _ command: Command, idempotencyKey: String?
  ) async throws -> Command.Reply {
    do {
      return try await connection.send(command, idempotencyKey: idempotencyKey)
    } catch let error as BusError {
      throw error
    } catch {
      // The connection to another cell failed.
      throw BusError(.unavailable, Failure(error).message)
    }
  }
}
