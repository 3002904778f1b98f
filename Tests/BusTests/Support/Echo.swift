import FastJSON
import Foundation
import ZeroMQ

@testable import Composition
@testable import Bus

/// A small service for tests: it echoes, streams, fails, waits, and notifies its parent.
final class EchoService: Service {
  let gate = Gate()
  let pulseGate: Gate?
  let begun = Log<String>()
  let ended = Log<String>()
  /// Notifications of a new epoch, of renewed registrations, and of due heartbeats.
  let epochs = Log<Int>()
  let returns = Log<Int>()
  let routers = Log<Int>()
  let pulses = Log<Int>()
  let headers = Log<Header>()
  let parent: (any DelegateCaller)?
  let name: String
  /// True if its start waits forever.
  let neverStarts: Bool

  init(
    _ name: String = "echo", parent: (any DelegateCaller)? = nil, pulseGate: Gate? = nil,
    neverStarts: Bool = false
  ) {
    self.name = name
    self.neverStarts = neverStarts
    self.parent = parent
    self.pulseGate = pulseGate
  }

  var definition: ServiceDefinition {
    var table = CommandTable()
    table.on(Say.self) { command, call in
      self.headers.add(call.header)
      return Say.Reply(text: command.text, bytes: call.attachments.first?.count ?? 0)
    }
    table.on(Fail.self) { _, _ in throw BusError(.conflict, "It never works.") }
    table.on(Hold.self) { command, _ in
      self.begun.add(command.name)
      await self.gate.wait()
      self.ended.add(command.name)
      return Done()
    }
    table.on(Waver.self) { _, call in
      guard call.header.attempt != nil else { throw Waver.refusal }
      await self.gate.wait()
      return Done()
    }
    table.on(Secret.self) { _, call in
      self.headers.add(call.header)
      return Done()
    }
    table.on(Pass.self) { command, call in
      guard let parent = self.parent else { return Done() }
      switch command.message {
      case "bound": return try await parent.tell(Bound(), causedBy: call.header)
      case "ignored": return try await parent.tell(Ignored(), causedBy: call.header)
      case "greedy": return try await parent.tell(Greedy(), causedBy: call.header)
      default: return try await parent.tell(Unbound(), causedBy: call.header)
      }
    }
    return ServiceDefinition(
      name: name, capacity: 64, commands: table,
      delegates: [Bound.self, Ignored.self, Greedy.self, Unbound.self])
  }

  func start() async throws {
    begun.add("start")
    guard neverStarts else { return }
    // Ends only when the task is cancelled.
    let (never, continuation) = AsyncStream<Void>.makeStream()
    for await _ in never {}
    continuation.finish()
    try Task.checkCancellation()
  }
  func drain() async { ended.add("drain") }
  func routerChanged() async { routers.add(routers.values.count + 1) }
  func returned() async { returns.add(returns.values.count + 1) }
  func journalChanged() async { epochs.add(epochs.values.count + 1) }
  func pulse() async {
    pulses.add(pulses.values.count + 1)
    await pulseGate?.wait()
  }

  /// The bindings for its delegate messages.
  static var integration: Integration {
    var integration = Integration()
    integration.child("echo")
    integration.bind(Bound.self, of: "echo", to: [Secret.self]) { _, parent in
      try await parent.send(Secret())
    }
    integration.bind(Greedy.self, of: "echo") { _, parent in try await parent.send(Secret()) }
    integration.ignore(Ignored.self, of: "echo", because: "nobody needs it")
    return integration
  }
}

struct Say: BusCommand {
  static let target = "echo.say"
  static let traits = CommandTraits(access: .member)
  var text: String
  struct Reply: Codable, Equatable, Sendable {
    var text: String
    var bytes: Int
  }
}

struct Fail: BusCommand {
  static let target = "echo.fail"
  static let traits = CommandTraits(access: .member)
  typealias Reply = Done
}

struct Hold: BusCommand {
  static let target = "echo.hold"
  static let traits = CommandTraits(access: .member)
  typealias Reply = Done
  var name: String
}

/// Is rejected at first, and held when retried.
struct Waver: BusCommand {
  static let target = "echo.waver"
  static let traits = CommandTraits(access: .member)
  typealias Reply = Done
  static let refusal = BusError(.unavailable, "No space is left.", retryAfterMs: 1)
}

struct Secret: BusCommand {
  static let target = "echo.secret"
  static let traits = CommandTraits(access: .parent)
  typealias Reply = Done
}

struct Pass: BusCommand {
  static let target = "echo.pass"
  static let traits = CommandTraits(access: .member)
  typealias Reply = Done
  var message: String
}

struct Bound: DelegateMessage, FastEncodable {
  static let target = "echo.bound"
  typealias Reply = Done

  func write(to writer: inout JSONWriter) { Done().write(to: &writer) }
}

struct Ignored: DelegateMessage, FastEncodable {
  static let target = "echo.ignored"
  typealias Reply = Done

  func write(to writer: inout JSONWriter) { Done().write(to: &writer) }
}

struct Greedy: DelegateMessage {
  static let target = "echo.greedy"
  typealias Reply = Done
}

struct Unbound: DelegateMessage, FastEncodable {
  static let target = "echo.unbound"
  typealias Reply = Done

  func write(to writer: inout JSONWriter) { Done().write(to: &writer) }
}
