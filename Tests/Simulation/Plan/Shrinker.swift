#if DEBUG || SIMULATION
  /// Reduces a failing plan: removes steps and conditions while there are still findings.
  ///
  /// It removes halves, then quarters, and so on down to single steps, repeated while that helps. This is delta
  /// debugging (Zeller and Hildebrandt, “Simplifying and isolating failure-inducing input”, IEEE TSE 2002). The
  /// reduced plan may violate a different invariant from the original plan, preferably an earlier one.
  struct Shrinker {
    private let plan: Plan
    private let invariants: Set<Invariant>
    /// Maximum number of runs.
    private static let maxRuns = 400

    init(_ plan: Plan, _ result: Simulation.Result) {
      self.plan = plan
      invariants = Set(result.findings.map(\.invariant))
    }

    func run() -> Plan {
      var best = plan
      var runs = 0
      func stillFails(_ candidate: Plan) -> Bool {
        guard runs < Self.maxRuns else { return false }
        runs += 1
        let found = Simulation(candidate).run().findings
        return found.contains { invariants.contains($0.invariant) }
      }
      for change in Self.conditions {
        var candidate = best
        change(&candidate)
        if candidate != best, stillFails(candidate) { best = candidate }
      }
      var size = max(1, best.steps.count / 2)
      while size >= 1 {
        var hasShrunk = false
        var from = 0
        while from < best.steps.count {
          var candidate = best
          candidate.steps.removeSubrange(from..<min(from + size, candidate.steps.count))
          if stillFails(candidate) {
            best = candidate
            hasShrunk = true
          } else {
            from += size
          }
        }
        if size == 1, !hasShrunk { break }
        if !hasShrunk || size > 1 { size = max(1, size / 2) }
        if runs >= Self.maxRuns { break }
      }
      return best
    }

    private static var conditions: [(inout Plan) -> Void] {
      [
        { $0.hasWebhook = false }, { $0.timers = 1 }, { $0.conditions.lateOfThousand = 0 },
        { $0.conditions.droppedOfThousand = 0 }, { $0.conditions.failedPostsOfThousand = 0 },
      ]
    }
  }
#endif
