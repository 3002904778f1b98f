import Testing

@testable import LoadTester

@Suite struct ScheduleTests {
  /// A ramp of 2 s from the moment 100 s on, and a steady part of 10 s.
  private var schedule: TimerSchedule {
    var workload = TimerWorkload()
    workload.ramp = seconds(2)
    workload.duration = seconds(10)
    return TimerSchedule(workload, start: seconds(100))
  }

  private func seconds(_ value: Double) -> Int64 { Int64(value * 1e9) }

  private func action(_ kind: TimerAction.Kind, at moment: Double) -> TimerAction {
    TimerAction(at: seconds(moment), kind: kind, meeting: 0)
  }

  @Test func theSteadyPartBeginsWhenEveryStartIsAnswered() {
    var schedule = schedule
    #expect(schedule.end == nil)
    let steps: [(Double, Bool)] = [(100, false), (101, true), (102, false), (104.5, false)]
    for (moment, isAnswered) in steps {
      let hasBegun = schedule.look(at: seconds(moment), isAnswered: isAnswered)
      #expect(!hasBegun)
    }
    let hasBegun = schedule.look(at: seconds(105), isAnswered: true)
    #expect(hasBegun)
    #expect(schedule.steady == seconds(105))
    #expect(schedule.end == seconds(115))
  }

  @Test func itBeginsOnce() {
    var schedule = schedule
    _ = schedule.look(at: seconds(102), isAnswered: true)
    let again = schedule.look(at: seconds(103), isAnswered: true)
    #expect(!again)
    #expect(schedule.steady == seconds(102))
  }

  /// Without it, a timer that never replies would keep the test from ending.
  @Test func aStartThatIsNeverAnsweredIsNotWaitedForLonger() {
    var schedule = schedule
    let deadline = Double(TimerMessages.patienceMs) / 1000
    let early = schedule.look(at: seconds(101.9 + deadline), isAnswered: false)
    #expect(!early)
    let late = schedule.look(at: seconds(102 + deadline), isAnswered: false)
    #expect(late)
  }

  @Test func whatComesAfterTheRampComesAsMuchLaterAsTheSteadyPart() {
    var schedule = schedule
    #expect(schedule.moment(of: action(.ramp, at: 1)) == seconds(101))
    #expect(schedule.moment(of: action(.hold, at: 3)) == nil)
    _ = schedule.look(at: seconds(106), isAnswered: true)
    #expect(schedule.moment(of: action(.hold, at: 3)) == seconds(107))
    #expect(schedule.moment(of: action(.ramp, at: 1)) == seconds(101))
  }

  @Test func thereIsAlwaysSomethingToWaitFor() {
    var schedule = schedule
    #expect(schedule.nextLook(after: seconds(101)) == seconds(102))
    #expect(schedule.nextLook(after: seconds(103)) > seconds(103))
    _ = schedule.look(at: seconds(103), isAnswered: true)
    #expect(schedule.nextLook(after: seconds(104)) == seconds(113))
  }
}
