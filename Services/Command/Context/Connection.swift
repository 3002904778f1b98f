import Bus
import Foundation

/// The way to the services, open.
struct Connection: Sendable {
  var caller: any CommandCaller
  var events: any EventSource
  var timeoutMs: Int
  /// Told of each command that is sent.
  var sent: SentCommands?
  var close: @Sendable () async -> Void

  init(
    caller: any CommandCaller, events: any EventSource, timeoutMs: Int = 10_000,
    close: @escaping @Sendable () async -> Void = {}
  ) {
    self.caller = caller
    self.events = events
    self.timeoutMs = timeoutMs
    self.close = close
  }

  func send<Command: BusCommand>(_ command: Command) async throws -> Command.Reply {
    let id = UUID()
    sent?.add(id)
    return try await caller.send(command, options: CallOptions(timeoutMs: timeoutMs, id: id))
  }
}

/// Where events come from.
protocol EventSource: Sendable {
  /// Subscribes, and returns once every subscription is known to be active.
  ///
  /// - Parameter prefixes: beginnings of topics, such as `m/<meeting>/`.
  /// - Returns: what comes from then on, until its reader stops reading.
  /// - Throws: `BusError`, such as `denied` or `unavailable`.
  func subscribe(
    _ prefixes: [String]
  ) async throws -> AsyncThrowingStream<EventNotice, any Error>
}

/// What a subscription brings.
enum EventNotice: Hashable, Sendable {
  case event(CloudEvent)
  /// Once a second while the router lives: how far the journal goes.
  case beat(JournalHead)
  /// Something may have been missed, after a reconnect for example: read the state again.
  case gap
}
