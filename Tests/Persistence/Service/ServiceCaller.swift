import Bus

@testable import PersistenceService

/// Sends commands to a service's table like its host.
struct ServiceCaller {
  let commands: CommandTable

  func send<Command: BusCommand>(
    _ command: Command, idem: String? = nil, cause: Header? = nil
  ) async throws -> Command.Reply {
    var header = cause?.leading() ?? Header()
    header.idem = idem
    let reply = try await commands.run(
      Command.target, body: try BusJSON.encode(command), call: Call(header: header))
    // A reply that cannot be sent must not be returned.
    _ = try Envelope(.final, header: Header(), body: reply).message()
    return try BusJSON.decode(Command.Reply.self, from: reply)
  }

  func refusal(_ command: some BusCommand) async -> BusError? {
    do {
      _ = try await send(command)
      return nil
    } catch {
      return error as? BusError
    }
  }
}
