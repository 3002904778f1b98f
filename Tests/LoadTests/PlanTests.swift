import Testing

@testable import LoadTester

@Suite struct PlanTests {
  private func workload(seed: UInt64 = 7) -> TimerWorkload {
    var workload = TimerWorkload()
    workload.meetings = 200
    workload.ramp = 2_000_000_000
    workload.duration = 20_000_000_000
    workload.lengthMs = 60_000
    workload.churn = ["hold": 20, "release": 20, "skip": 10, "start": 5, "cancel": 5, "bad": 3]
    workload.seed = seed
    return workload
  }

  @Test func theSameSeedMakesTheSamePlan() {
    #expect(TimerPlan(workload()) == TimerPlan(workload()))
    #expect(TimerPlan(workload()) != TimerPlan(workload(seed: 8)))
  }

  @Test func actionsAreInOrderAndWithinTheRun() {
    let plan = TimerPlan(workload())
    #expect(zip(plan.actions, plan.actions.dropFirst()).allSatisfy { $0.at <= $1.at })
    #expect(plan.actions.allSatisfy { $0.at >= 0 && $0.at < 22_000_000_000 })
  }

  @Test func eachMeetingIsStartedOnce() {
    let plan = TimerPlan(workload())
    let starts = plan.actions.filter { [.ramp, .start].contains($0.kind) }.map(\.meeting)
    #expect(starts.sorted() == (0..<Int32(plan.meetings)).map { $0 })
    #expect(plan.meetings > 200)
  }

  /// Starts of the ramp are distinguished from those during the load.
  @Test func theRampComesBeforeTheChurn() {
    let plan = TimerPlan(workload())
    #expect(plan.starts == 200)
    let ramp = plan.actions.prefix { $0.kind == .ramp }
    #expect(ramp.count == 200 && ramp.allSatisfy { $0.at < 2_000_000_000 })
    let rest = plan.actions.dropFirst(200)
    #expect(rest.allSatisfy { $0.kind != .ramp && $0.at >= 2_000_000_000 })
    #expect(rest.contains { $0.kind == .start })
  }

  @Test func theMeetingThatIsStartedOnceMoreIsNotCancelled() {
    var few = workload()
    few.meetings = 4
    few.churn = ["cancel": 50, "start": 2, "bad": 3]
    let cancelled = TimerPlan(few).actions.filter { $0.kind == .cancel }.map(\.meeting)
    #expect(cancelled.count > 10)
    #expect(!cancelled.contains(MeetingModel.neverCancelled))
  }

  @Test func theRampIsEven() {
    var ramp = workload()
    ramp.churn = [:]
    let plan = TimerPlan(ramp)
    #expect(!plan.actions.isEmpty)
    for action in plan.actions {
      let slot = Int64(action.meeting) * 10_000_000
      #expect((slot..<(slot + 10_000_000)).contains(action.at))
    }
  }

  @Test func aBurstIsOneMoment() {
    var burst = workload()
    burst.ramp = 0
    burst.churn = [:]
    #expect(TimerPlan(burst).actions.allSatisfy { $0.at == 0 })
  }

  /// No meeting is paused twice, resumed without a pause, or paused again at once.
  @Test func onlyMeetingsThatCanTakeACommandGetIt() throws {
    var held: Set<Int32> = []
    var gone: Set<Int32> = []
    var last: [Int32: Int64] = [:]
    let actions = TimerPlan(workload()).actions.filter { $0.kind != .bad }
    #expect(!actions.isEmpty)
    for action in actions {
      #expect(!gone.contains(action.meeting))
      if [.ramp, .start].contains(action.kind) {
        #expect(last[action.meeting] == nil)
      } else {
        let before = try #require(last[action.meeting])
        #expect(action.at - before >= 1_000_000_000)
      }
      last[action.meeting] = action.at
      switch action.kind {
      case .hold: #expect(held.insert(action.meeting).inserted)
      case .release: #expect(held.remove(action.meeting) != nil)
      case .skip: #expect(!held.contains(action.meeting))
      case .cancel: gone.insert(action.meeting)
      case .ramp, .start, .bad, .storm: break
      }
    }
    #expect(!gone.isEmpty)
  }

  @Test func churnHasItsRate() {
    let plan = TimerPlan(workload())
    // 390 are expected; a Poisson process is within five standard deviations of it.
    let holds = plan.actions.count { $0.kind == .hold }
    #expect((290...490).contains(holds + plan.dropped))
  }
}
