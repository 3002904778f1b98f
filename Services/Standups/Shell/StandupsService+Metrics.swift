import Metrics

extension StandupsService {
  /// The decision that an action tells to be durable; nil if it is about something else.
  func decision(of action: StandupsAction) -> Decision? {
    let id: OperationID
    switch action {
    case .committed(let operation, .success): id = operation
    case .documents(let operation, .success): id = operation
    default: return nil
    }
    switch state.operations[id]?.step {
    case .committing(let decision), .verifying(let decision): return decision
    default: return nil
    }
  }

  /// Whoever waits for this waits for the actor: while it hangs, the service shows no sign of life.
  func pulse() {}

  /// What was saved has to be loaded first.
  var obstacle: String? {
    if state.isDraining { return "Stopping: it takes no new work." }
    return state.phase == .ready ? nil : "What was saved is still being loaded."
  }

  nonisolated func observe(_ metrics: StandupsMetrics, in registry: MetricRegistry) {
    registry.onRead { [weak self] in
      if let self { metrics.show(await self.state) }
    }
  }
}
