import Bus
import Foundation
import TestSupport
import ZeroMQ

/// Services that answer as a test defines, and record the received commands.
final class ScriptedCaller: CommandCaller {
  let sent = Recorder<any BusCommand & Sendable>()
  let options = Recorder<CallOptions>()
  /// Time limit of each command, in milliseconds, by target.
  let timeouts = Recorder<(target: String, ms: Int)>()
  private let answer: @Sendable (any BusCommand) async throws -> any Sendable

  init(_ answer: @escaping @Sendable (any BusCommand) async throws -> any Sendable) {
    self.answer = answer
  }

  func send<Command: BusCommand>(
    _ command: Command, attachments: [Frame], options: CallOptions
  ) async throws -> Command.Reply {
    sent.record(command)
    self.options.record(options)
    timeouts.record((Command.target, options.timeoutMs))
    let reply = try await answer(command)
    guard let reply = reply as? Command.Reply else {
      throw BusError(.internal, "The script answers \(Command.target) with \(type(of: reply)).")
    }
    return reply
  }

  /// Time limits of the commands to a target, in milliseconds.
  func timeouts(of target: String) -> [Int] {
    timeouts.values.filter { $0.target == target }.map(\.ms)
  }

  /// The sent commands as strings, sorted: the order across services is not fixed.
  var log: [String] { sent.values.map { "\($0)" }.sorted() }
}
