import Testing

@testable import Simulation

@Suite struct PlanTests {
  @Test func aSeedMakesOnePlan() {
    #expect(Plan(seed: 5) == Plan(seed: 5))
    #expect(Plan(seed: 5) != Plan(seed: 6))
  }

  @Test func stepsComeInTheOrderOfTime() {
    for seed in 1...200 {
      let times = Plan(seed: UInt64(seed)).steps.map(\.atMs)
      #expect(times == times.sorted())
    }
  }

  /// Every kind of fault and command occurs for some seed, and some seeds have no faults.
  @Test func everythingIsDrawn() {
    let plans = (1...400).map { Plan(seed: UInt64($0)) }
    var faults: Set<String> = []
    var commands: Set<Plan.Command.Kind> = []
    for step in plans.flatMap(\.steps) {
      switch step.action {
      case .client(_, let command): commands.insert(command.kind)
      case .fault(let fault): faults.insert(String("\(fault)".prefix { $0.isLetter }))
      }
    }
    #expect(commands == Set(Plan.Command.Kind.allCases))
    #expect(
      faults == [
        "kill", "suspend", "replace", "cut", "hold", "slow", "slowDisk", "fullDisk", "stepClock",
      ])
    #expect(plans.contains { !$0.hasFaults })
    #expect(plans.contains { $0.harmsOnlyTimers && $0.hasFaults })
  }
}
