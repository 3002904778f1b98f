public import Bus
import Foundation

/// Sends commands to a service without a bus, and records invalid replies.
///
/// A reply must be of the command's type. An error must state its cause, so `internal` is invalid.
///
/// ```swift
/// let probe = CommandProbe(service.definition.commands)
/// await probe.send(ListStandups())
/// #expect(probe.count == 1 && probe.mistakes.isEmpty)
/// ```
public final class CommandProbe {
  private let commands: CommandTable
  /// Number of commands that were answered.
  public private(set) var count = 0
  /// Invalid replies, each with its command's target.
  public private(set) var mistakes: [String] = []

  /// Creates a probe of a service's commands.
  public init(_ commands: CommandTable) { self.commands = commands }

  /// Sends a command and waits for its reply.
  public func send<Command: BusCommand>(
    _ command: Command, isolation: isolated (any Actor)? = #isolation
  ) async {
    do {
      let reply = try await commands.run(
        Command.target, body: BusJSON.encode(command), call: Call(header: Header()))
      _ = try BusJSON.decode(Command.Reply.self, from: reply)
    } catch let error as BusError where error.code != .internal {
      // An error with another code is a valid reply, too.
    } catch {
      mistakes.append("\(Command.target): \(error)")
    }
    count += 1
  }
}
