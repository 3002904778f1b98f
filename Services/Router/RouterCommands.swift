import Bus
import Foundation
import Messages
import Metrics

/// The commands that the router answers itself.
///
/// `@unchecked Sendable`: `router` is set once, before the router is opened. It is weak, because the
/// router holds these commands.
final class RouterCommands: @unchecked Sendable {
  private let since: Date
  private let replays: Counter
  weak var router: Router?

  /// - Parameter since: when the router started.
  init(since: Date, metrics: MetricRegistry = MetricRegistry()) {
    self.since = since
    replays = metrics.counter(
      "standups_event_replays_total",
      "Pages of past events that were asked for: by whoever joins, or after a gap.")
  }

  var table: CommandTable {
    var table = CommandTable()
    table.on(ListServices.self) { [self] _, _ in try await services() }
    table.on(ListBindings.self) { [self] _, _ in try await bindings() }
    table.on(GetHealth.self) { [self] _, call in try await health(call.header) }
    table.on(DeadLetters.self) { [self] command, call in
      try await DeadLetterOffice(router: started()).answer(command, cause: call.header)
    }
    table.on(EventHeads.self) { [self] _, call in
      try await started().send(JournalHeads(), options: CallOptions(cause: call.header))
    }
    table.on(EventReplay.self) { [self] command, call in
      try await replay(command, call.header)
    }
    table.on(PublishEvents.self) { [self] command, call in
      try await EventPress(router: started()).answer(command, cause: call.header)
    }
    table.on(GetTrace.self) { [self] command, call in
      try await tracer(call.header).answer(command)
    }
    table.on(ListTraces.self) { [self] command, call in
      try await tracer(call.header).answer(command)
    }
    table.on(EventSnapshot.self) { [self] command, call in
      try await SnapshotReader(
        caller: started(), options: CallOptions(cause: call.header)
      ).page(command)
    }
    return table
  }

  private func started() throws -> Router {
    guard let router else { throw BusError(.unavailable, "The router is starting.") }
    return router
  }

  private func tracer(_ cause: Header) throws -> TraceReader {
    TraceReader(router: try started(), since: since, cause: cause)
  }

  private func services() async throws -> ListServices.Reply {
    let report = try await started().report
    return ListServices.Reply(
      services: report.services.sorted { $0.manifest.service < $1.manifest.service }.map {
        service in
        ConnectedService(
          name: service.manifest.service,
          instance: service.manifest.instance.uuidString.lowercased(),
          state: service.isStandby ? .standby : service.isDraining ? .draining : .up,
          capacity: service.manifest.capacity,
          inFlight: service.inFlight, commands: service.manifest.commands,
          delegates: service.manifest.delegates,
          since: Date(timeIntervalSince1970: Double(service.sinceMs) / 1000))
      })
  }

  /// The integration, and below it what connected services may send without a binding.
  private func bindings() async throws -> ListBindings.Reply {
    let router = try started()
    var rows = router.integration.bindings.values.map { binding in
      BindingDescription(
        child: binding.child, message: binding.message,
        state: binding.reason == nil ? .bound : .ignored, causes: binding.causes,
        events: binding.events, reason: binding.reason)
    }
    let report = await router.report
    let unbound = Set(
      report.services.flatMap { service in
        service.manifest.delegates.filter { report.unbound.contains($0) }
          .map { BindingDescription(child: service.manifest.service, message: $0, state: .unbound) }
      })
    rows += unbound
    return ListBindings.Reply(
      bindings: rows.sorted { ($0.child, $0.message) < ($1.child, $1.message) })
  }

  private func health(_ cause: Header) async throws -> GetHealth.Reply {
    let router = try started()
    let report = await router.report
    let names = Set(router.integration.children.keys)
      .union(report.services.map(\.manifest.service))
    let services = names.sorted().map { name in
      let instances = report.services.filter { $0.manifest.service == name && !$0.isStandby }
      let active = instances.filter { !$0.isDraining }
      return ServiceHealth(
        name: name, state: active.isEmpty ? instances.isEmpty ? .missing : .draining : .up,
        instances: active.count)
    }
    var problems = services.filter { $0.state != .up }.map { service in
      "The \(service.name) service is \(service.state == .missing ? "not connected" : "leaving")."
    }
    problems += report.services.flatMap(\.problems)
    problems += report.unbound.map { "No binding handles “\($0)”." }
    // Counting needs persistence; without it the count is unknown, and that is a problem already.
    let isStored = services.contains { $0.name == "persistence" && $0.state == .up }
    var letters = 0
    if isStored {
      do {
        letters = try await router.send(
          Load(collection: DeadLetterOffice.collection, limit: 1),
          options: CallOptions(timeoutMs: 1000, cause: cause, retries: false)
        ).total
      } catch {
        problems.append("Persistence is connected but does not answer.")
      }
    }
    if letters > 0 {
      problems.append("There are \(letters) dead letters; see `standups dead-letters`.")
    }
    let refusals = await router.refusals
    return GetHealth.Reply(
      status: problems.isEmpty ? .ok : .degraded, since: since, services: services,
      unbound: report.unbound, unboundCalls: report.counters.unbound, deadLetters: letters,
      parked: report.parked.values.reduce(0, +), refusedConnections: refusals.handshakes,
      denied: refusals.denied, problems: problems)
  }

  private func replay(_ command: EventReplay, _ cause: Header) async throws -> EventReplay.Reply {
    replays.add()
    return try await started().send(command.journal, options: CallOptions(cause: cause)).published
  }
}
