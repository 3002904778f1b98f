#if DEBUG || SIMULATION
  import Foundation

  /// Findings of a seed, for people or for programs.
  struct Report: Codable {
    var seed: UInt64
    var findings: [Finding]
    var digest: String
    var stepsOfPlan: Int
    /// The reduced plan.
    var smallest: Plan
    var smallestFindings: [Finding]
    /// End of the trace of the reduced plan.
    var trace: [String]

    var text: String {
      var lines = ["seed \(seed):"]
      for finding in findings {
        lines.append("  \(finding.invariant.sentence)")
        lines.append("    At \(finding.atMs) ms: \(finding.details)")
      }
      lines.append("the end of its smallest form:")
      lines += trace.map { "  \($0)" }
      for finding in smallestFindings {
        lines.append("  -> \(finding.invariant.rawValue): \(finding.details)")
      }
      lines.append("the smallest form, \(smallest.steps.count) of \(stepsOfPlan) steps:")
      lines += smallest.steps.map { "  \($0.atMs) ms: \($0.action)" }
      lines.append("repeat it: scripts/simulate --seed \(seed) --trace")
      return lines.joined(separator: "\n")
    }

    var json: String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
  }
#endif
