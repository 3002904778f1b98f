import Bus
import Cells
import Foundation
import StandupsAPI

/// The way to the services, open.
struct Connection: Sendable {
  var caller: any CommandCaller
  var events: any EventSource
  var timeoutMs: Int
  /// Told of each command that is sent.
  var sent: SentCommands?
  /// The trace that its commands belong to.
  var tracing = Tracing()
  /// Other installations that have some of the standups; nil for a connection to one of them.
  var cells: Cells?
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

  /// Sends a command to whoever has what it is about.
  func send<Command: BusCommand>(_ command: Command) async throws -> Command.Reply {
    let id = UUID()
    sent?.add(id)
    let options = CallOptions(
      timeoutMs: timeoutMs, id: id, traceparent: tracing.traceparent(for: id))
    guard let cells else { return try await caller.send(command, options: options) }
    let slot = (command as? any Slotted)?.slot
    var target = try await cells.connection(for: slot) ?? self
    var been: Set<String> = []
    for _ in 1..<Cells.maxHops {
      do {
        return try await target.caller.send(command, options: options)
      } catch let error as BusError where error.code == .moved {
        guard let router = error.detail?[BusError.movedTo] else { throw error }
        if let slot { await cells.note(SlotSet([slot]), at: router) }
        if !been.insert(router).inserted { try await cells.pause() }
        target = try await cells.connection(to: router)
      }
    }
    return try await target.caller.send(command, options: options)
  }

  /// The connection to whoever has what a slot is about, for its events.
  func at(_ slot: Slot) async throws -> Connection {
    try await cells?.connection(for: slot) ?? self
  }

  /// The connections to installations that a reply named, which have what it lacks.
  func others(_ places: [StandupsPlace]?) async throws -> [Connection] {
    guard let cells else { return [] }
    var others: [Connection] = []
    for place in places ?? [] {
      await cells.note(place.slots, at: place.router)
      var connection = try await cells.connection(to: place.router)
      connection.sent = sent
      connection.tracing = tracing
      others.append(connection)
    }
    return others
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
