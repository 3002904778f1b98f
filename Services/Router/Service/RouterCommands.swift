import Bus
import BusRouter
import DeadLetterQueue
import TraceReading
import Foundation
import StandupsMetrics
import PersistenceAPI
import RouterAPI

/// Commands that the router answers itself.
///
/// `@unchecked Sendable`: `router`, `tracing` and `subscribers` are set once, before the router is
/// opened. The first two are weak, because the router holds these commands.
final class RouterCommands: @unchecked Sendable {
  private let since: Date
  /// Name of this installation among those that share the standups; nil if it is the only one.
  let cell: String?
  private let replays: Counter
  private let stand: @Sendable () -> RouterStand?
  weak var router: Router?
  /// Span export, if there is one. Set before the router is opened; weak, like `router`.
  weak var tracing: TraceExport?
  /// Lists the subscribers of events; nil if the router has none.
  var subscribers: (@Sendable () async -> [SubscriberConnection])?

  /// Creates the commands.
  ///
  /// - Parameters:
  ///   - since: start time of the router.
  ///   - cell: name of this installation among those that share the standups; nil if it is the only
  ///     one.
  ///   - stand: the state of this router among several.
  init(
    since: Date, cell: String? = nil, metrics: MetricRegistry = MetricRegistry(),
    stand: @escaping @Sendable () -> RouterStand? = { nil }
  ) {
    self.since = since
    self.cell = cell
    self.stand = stand
    replays = metrics.counter(
      "standups_event_replays_total",
      "Event replay requests, from new subscribers or after a gap.")
  }

  var table: CommandTable {
    var table = CommandTable()
    table.on(ListServices.self) { [self] command, _ in
      try await ServiceList(started().report.services.filter { !$0.isLoading }).page(command)
    }
    table.on(ListConnections.self) { [self] command, _ in
      let events = await subscribers?() ?? []
      return try await ConnectionList(started().connections, events).page(command)
    }
    table.on(ListBindings.self) { [self] _, _ in try await bindings() }
    table.on(GetHealth.self) { [self] _, call in
      try await HealthReader(
        router: started(), since: since, cause: call.header, stand: stand(),
        exportProblems: tracing?.problems ?? []
      ).answer()
    }
    table.on(DeadLetters.self) { [self] command, call in
      try await DeadLetterStore(router: started()).answer(command, cause: call.header)
    }
    table.on(WhoAmI.self) { _, call in
      WhoAmI.Reply(by: call.header.by, teams: call.header.scope.teams)
    }
    table.on(EventHeads.self) { [self] _, call in
      try await started().send(GetJournalRange(), options: CallOptions(cause: call.header))
    }
    table.on(EventReplay.self) { [self] command, call in
      try await replay(command, call.header)
    }
    table.on(PublishEvents.self) { [self] command, call in
      try await EventPress(router: started()).answer(
        command, from: call.sender, cause: call.header)
    }
    table.on(GetTrace.self) { [self] command, call in
      try await tracer(call.header).answer(command)
    }
    table.on(ListTraces.self) { [self] command, call in
      try await tracer(call.header).answer(command)
    }
    for feature in Feature.all { feature.commands(&table, self) }
    return table
  }

  /// The router.
  ///
  /// - Throws: `unavailable` until it is set.
  func started() throws -> Router {
    guard let router else { throw BusError(.unavailable, "The router is starting; try again.") }
    return router
  }

  private func tracer(_ cause: Header) throws -> TraceReader {
    TraceReader(router: try started(), since: since, cause: cause)
  }

  /// The bindings, and the messages of connected services that have none.
  private func bindings() async throws -> ListBindings.Reply {
    let router = try started()
    var rows = router.integration.bindings.map { binding in
      BindingDescription(
        child: binding.child, message: binding.message, owner: binding.owner,
        state: binding.reason == nil ? .bound : .ignored, causes: binding.causes,
        events: binding.events, reason: binding.reason)
    }
    let report = await router.report
    let unbound = Set(
      report.services.flatMap { service in
        service.manifest.delegates.filter { report.unbound.contains($0) }
          .map { BindingDescription(child: service.manifest.service, message: $0, state: .unbound) }
      })
    let order = { (one: BindingDescription, other: BindingDescription) in
      (one.child, one.message, one.owner ?? "") < (other.child, other.message, other.owner ?? "")
    }
    rows += unbound.sorted(by: order).prefix(HealthReader.maxNames)
    let leftOut = unbound.count - HealthReader.maxNames
    return ListBindings.Reply(
      bindings: rows.sorted(by: order), leftOut: leftOut > 0 ? leftOut : nil)
  }

  private func replay(_ command: EventReplay, _ cause: Header) async throws -> EventReplay.Reply {
    replays.add()
    var query = command.query
    if let teams = cause.scope.teams {
      query.teams = query.teams.map { $0.filter(teams.contains) } ?? teams
    }
    return try await started().send(Replay(query), options: CallOptions(cause: cause))
  }
}
