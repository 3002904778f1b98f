import Bus
import Foundation
import TestSupport
import Testing
import Threads
import ZeroMQ

/// Answers commands as a test defines; an unexpected command is an issue.
final class ScriptedCaller: CommandCaller {
  struct Sent: Sendable {
    var command: any BusCommand
    var attachments: [Frame]
    var options: CallOptions
  }

  private typealias Answer = @Sendable (any BusCommand, [Frame]) async throws -> any Sendable
  private let answers = Locked<[String: Answer]>([:])
  private let log = Recorder<Sent>()

  /// The sent commands, in order.
  var sent: [Sent] { log.values }
  var targets: [String] { sent.map { type(of: $0.command).target } }

  /// Returns as soon as `count` commands were sent.
  func waitForSent(_ count: Int) async { await log.wait(for: count) }

  func commands<Command: BusCommand>(_ type: Command.Type) -> [Command] {
    sent.compactMap { $0.command as? Command }
  }

  func on<Command: BusCommand>(
    _ type: Command.Type, _ answer: @escaping @Sendable (Command) async throws -> Command.Reply
  ) {
    on(type) { command, _ in try await answer(command) }
  }

  func on<Command: BusCommand>(
    _ type: Command.Type,
    _ answer: @escaping @Sendable (Command, [Frame]) async throws -> Command.Reply
  ) {
    answers.withLock {
      $0[Command.target] = { command, frames in
        guard let command = command as? Command else { throw BusError(.internal, "another type") }
        return try await answer(command, frames)
      }
    }
  }

  func send<Command: BusCommand>(
    _ command: Command, attachments: [Frame], options: CallOptions
  ) async throws -> Command.Reply {
    log.record(Sent(command: command, attachments: attachments, options: options))
    guard let answer = answers.withLock({ $0[Command.target] }) else {
      Issue.record("\(Command.target) was not expected.")
      throw BusError(.unroutable, "unexpected")
    }
    let reply = try await answer(command, attachments)
    return try #require(reply as? Command.Reply)
  }
}
