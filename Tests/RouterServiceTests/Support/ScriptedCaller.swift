import Bus
import Foundation
import TestSupport
import ZeroMQ

/// Children that answer as a test says; keeps what they were sent.
final class ScriptedCaller: CommandCaller {
  let sent = Recorder<any BusCommand & Sendable>()
  let options = Recorder<CallOptions>()
  /// How long each may take, in milliseconds, by its target.
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

  /// How long the commands to a target may take, in milliseconds.
  func timeouts(of target: String) -> [Int] {
    timeouts.values.filter { $0.target == target }.map(\.ms)
  }

  /// What was sent, as text, sorted: the order of what goes to two children is not fixed.
  var log: [String] { sent.values.map { "\($0)" }.sorted() }
}
