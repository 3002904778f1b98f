#if DEBUG || SIMULATION
  import Foundation

  /// The program behind scripts/simulate: runs seeds on one core, and reports the findings.
  struct SimulateCommand {
    private let arguments: [String]
    private var first: UInt64 = 1
    private var count: UInt64 = 100
    private var stride: UInt64 = 1
    private var isTraced = false
    private var isJSON = false
    private var endsAt: Double?
    private var shrinks = true
    private var tellsDigests = false
    private var problem: String?

    init(_ arguments: [String]) {
      self.arguments = arguments
      parse()
    }

    private mutating func parse() {
      var rest = arguments[...]
      while let option = rest.popFirst() {
        switch option {
        case "--trace": isTraced = true
        case "--json": isJSON = true
        case "--no-shrink": shrinks = false
        case "--digests": tellsDigests = true
        case "--seed", "--first", "--seeds", "--stride", "--seconds":
          guard let value = rest.popFirst().flatMap({ UInt64($0) }) else {
            return problem = "\(option) takes a number."
          }
          switch option {
          case "--seed": (first, count) = (value, 1)
          case "--first": first = value
          case "--seeds": count = value
          case "--stride": stride = max(1, value)
          default: (endsAt, count) = (Self.now + Double(value), .max)
          }
        default: return problem = "There is no option \(option)."
        }
      }
    }

    /// Time of the real clock, in seconds since 1970. It is read only between runs.
    private static var now: Double { Date().timeIntervalSince1970 }

    /// Runs the seeds.
    ///
    /// - Returns: 0 if all invariants hold, 1 for a finding, 64 for invalid arguments.
    func run() -> Int32 {
      if let problem {
        say(problem)
        return 64
      }
      var done: UInt64 = 0
      var events = 0
      var steps = 0
      var batches = 0
      let begin = Self.now
      var shown = begin
      while done < count {
        if let endsAt, Self.now >= endsAt { break }
        let seed = first &+ done &* stride
        done += 1
        let plan = Plan(seed: seed)
        let result = Simulation(plan, print: isTraced ? { put($0) } : nil).run()
        events += result.events
        steps += result.steps
        batches += result.batches
        guard result.findings.isEmpty else {
          tell(plan, result)
          return 1
        }
        if count == 1 || tellsDigests {
          put("seed \(seed): digest \(result.digest), \(result.events) events")
        }
        if Self.now - shown >= 1 {
          shown = Self.now
          put("progress \(done) \(Int(Self.now - begin))")
        }
      }
      put("done \(done) \(events) \(steps) \(batches)")
      return 0
    }

    private func tell(_ plan: Plan, _ result: Simulation.Result) {
      let smallest = shrinks ? Shrinker(plan, result).run() : plan
      let again = Simulation(smallest, lines: 80).run()
      let report = Report(
        seed: plan.seed, findings: result.findings, digest: result.digest,
        stepsOfPlan: plan.steps.count, smallest: smallest, smallestFindings: again.findings,
        trace: again.trace)
      put(isJSON ? report.json : report.text)
    }

    /// Prints without a buffer, so that a reader sees the output at once.
    private func put(_ text: String) {
      FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    private func say(_ text: String) {
      FileHandle.standardError.write(Data((text + "\n").utf8))
    }
  }
#endif
