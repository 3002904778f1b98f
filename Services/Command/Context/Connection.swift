import Bus
import Cells
import Foundation
import StandupsAPI

/// An open connection to the services.
struct Connection: Sendable {
  var caller: any CommandCaller
  var events: any EventSource
  var timeoutMs: Int
  /// Records each command that is sent.
  var sent: SentCommands?
  /// Trace of the commands that are sent.
  var tracing = Tracing()
  /// Connections to other installations that share the standups; nil if this connection is one of
  /// them.
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

  /// Sends a command to the installation that owns its subject.
  ///
  /// - Parameter idempotencyKey: key under which a repeated command returns the first reply; nil for a
  ///   fresh one.
  func send<Command: BusCommand>(
    _ command: Command, idempotencyKey: String? = nil
  ) async throws -> Command.Reply {
    let id = UUID()
    sent?.add(id)
    let options = CallOptions(
      timeoutMs: timeoutMs, idempotencyKey: idempotencyKey, id: id,
      traceparent: tracing.traceparent(for: id))
    guard let cells else { return try await caller.send(command, options: options) }
    let slot = (command as? any Slotted)?.routingSlot
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

  /// Connection to the installation that owns a slot, for the events of that slot.
  func at(_ slot: Slot) async throws -> Connection {
    try await cells?.connection(for: slot) ?? self
  }

  /// Connections to the installations that a reply lists because it does not contain their data.
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

  /// Returns optional information from another service; nil if the service is unavailable or does
  /// not reply soon. The rest of the output does not depend on it.
  func besides<Value>(_ body: (Connection) async throws -> Value) async throws -> Value? {
    var patient = self
    patient.timeoutMs = min(timeoutMs, Self.besidesMs)
    do {
      return try await body(patient)
    } catch let error as BusError
      where error.retryable
      || [.expired, .unroutable, .denied, .notFound, .internal].contains(error.code)
    {
      return nil
    }
  }

  /// Time limit for optional information, in milliseconds.
  private static var besidesMs: Int { 1500 }
}

/// Subscribes to the router’s events.
protocol EventSource: Sendable {
  /// Subscribes, and returns once all subscriptions are active.
  ///
  /// - Parameter prefixes: prefixes of topics, such as `m/<meeting>/`.
  /// - Returns: the events from now on. The subscription ends when its reader stops.
  /// - Throws: `BusError`, such as `denied` or `unavailable`.
  func subscribe(
    _ prefixes: [String]
  ) async throws -> AsyncThrowingStream<EventNotice, any Error>
}

/// An item of a subscription.
enum EventNotice: Hashable, Sendable {
  case event(CloudEvent)
  /// A heartbeat, sent every second while the router is alive, with the journal's last sequence.
  case beat(JournalHead)
  /// Events may be missing, for example after a reconnect, so the state must be read again.
  case gap
}
