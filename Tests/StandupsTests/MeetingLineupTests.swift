import StandupsDependencies
import Foundation
import Standups
import Testing

/// The attendees of a meeting, their order, and departures during it.
@Suite struct MeetingLineupTests {
  private let people = ["Ada", "Bob", "Cyd", "Dee"].map {
    Attendee(id: Attendee.ID(UUID()), name: $0)
  }
  private var standup: Standup {
    Standup(
      id: Standup.ID(UUID()), title: "Daily", durationMs: 60_000, attendees: IdentifiedArray(people)
    )
  }
  private var session: MeetingSession {
    MeetingSession(
      id: Meeting.ID(UUID()), standup: standup,
      clock: .init(elapsedMs: 0, at: .init(wallMs: 0, boot: "", uptimeUs: 0), isRunning: true))
  }
  private func names(_ lineup: MeetingSession.Lineup) -> [String] {
    standup.meeting(lineup).attendees.map(\.name)
  }

  @Test func whoIsAbsentIsLeftOut() {
    #expect(names(.init(absent: [people[1].id])) == ["Ada", "Cyd", "Dee"])
    #expect(names(.init(absent: [people[3].id], order: .lastFirst)) == ["Cyd", "Bob", "Ada"])
  }

  /// The order for a seed is documented: other tools may reproduce it.
  @Test func aSeedGivesTheSameOrder() {
    let orders = (0..<40).map { names(.init(order: .shuffled, seed: $0)) }
    #expect(orders == (0..<40).map { names(.init(order: .shuffled, seed: $0)) })
    #expect(orders.allSatisfy { $0.sorted() == ["Ada", "Bob", "Cyd", "Dee"] })
    #expect(Set(orders).count > 12)
    #expect(Set(orders.map { $0[0] }).count == 4)
  }

  @Test func theTimeOfWhoGoesIsShared() {
    var meeting = session
    let isDropped = meeting.dropTurns(of: people[2].id, atMs: 5_000)
    #expect(isDropped && meeting.speakerIndex == 0)
    #expect(
      meeting.agenda == .init(order: [0, 1, 3], turnsMs: [15_000, 22_500, 22_500], away: [2]))
    #expect(meeting.schedule.durationMs == 60_000)
    // Now the last one leaves, too: the remaining speaker gets all the remaining time.
    let last = meeting.dropTurns(of: people[3].id, atMs: 5_000)
    #expect(last && meeting.agenda?.order == [0, 1])
    #expect(meeting.agenda?.turnsMs == [15_000, 45_000])
    let other = meeting.dropTurns(of: people[1].id, atMs: 5_000)
    #expect(other && meeting.agenda?.order == [0] && meeting.agenda?.turnsMs == [60_000])
    let again = meeting.dropTurns(of: people[1].id, atMs: 5_000)
    let only = meeting.dropTurns(of: people[0].id, atMs: 5_000)
    #expect(!again && !only)
  }

  /// A standup whose attendees have turns of different lengths.
  private func weighed(_ weights: [Int], durationMs: Int64) -> Standup {
    Standup(
      id: Standup.ID(UUID()), durationMs: durationMs,
      attendees: IdentifiedArray(
        weights.map { Attendee(id: Attendee.ID(UUID()), weight: $0) }))
  }

  @Test func turnsAreAsLongAsTheyWeigh() {
    let standup = weighed([1, 2, 1], durationMs: 60_001)
    #expect(standup.attendees.map(\.weight) == [nil, 2, nil])
    #expect(standup.schedule().turnsMs == [15_000, 30_000, 15_001])
    // An absent attendee's weight is not counted.
    let absent = standup.meeting(.init(absent: [standup.attendees[0].id], order: .lastFirst))
    #expect(absent.schedule().turnsMs == [20_000, 40_001])
    #expect(weighed([7, 7, 7], durationMs: 60_000).schedule().turnsMs == nil)
    // A standup that is too short for its attendees still has a schedule; it cannot meet.
    #expect(weighed([1, 10], durationMs: 1).schedule().speakers == 2)
  }

  /// No time is lost, and no other turn gets shorter when an attendee leaves.
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func theTimeOfWhoGoesIsSharedByWeight(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let weights = (0..<Int.random(in: 2...12, using: &random)).map { _ in
      Int.random(in: Attendee.weights, using: &random)
    }
    var meeting = session
    meeting.standup = weighed(
      weights, durationMs: Int64.random(in: 60_000...600_000, using: &random))
    let before = meeting.fullAgenda
    let leaver = Int.random(in: 1..<weights.count, using: &random)
    let isDropped = meeting.dropTurns(of: meeting.standup.attendees[leaver].id, atMs: 10)
    let after = try #require(meeting.agenda)
    #expect(isDropped && after.turnsMs.reduce(0, +) == meeting.standup.durationMs)
    var left = before
    left.order.remove(at: leaver)
    let freed = left.turnsMs.remove(at: leaver)
    #expect(after.order == left.order)
    let heirs = left.order.indices.dropFirst()
    let whole = heirs.reduce(0) { $0 + weights[left.order[$1]] }
    // Never empty because most seeds have heirs; the expectation below covers the others.
    for index in heirs {
      // At most a millisecond from the share by weight.
      let gained = after.turnsMs[index] - left.turnsMs[index]
      let fair = Int(freed) * weights[left.order[index]] / whole
      #expect((0...1).contains(Int(gained) - fair))
    }
    #expect(after.turnsMs[0] == (heirs.isEmpty ? meeting.standup.durationMs : left.turnsMs[0]))
  }

  @Test func whoComesLateHasTheTurnThatItWouldHaveBeen() throws {
    let standup = weighed([1, 1, 3], durationMs: 60_000)
    var meeting = session
    meeting.lineup = .init(absent: [standup.attendees[2].id])
    meeting.standup = standup.meeting(as: meeting.lineup)
    let isAdded = meeting.addTurn(of: standup.attendees[2])
    #expect(
      isAdded && meeting.agenda == .init(order: [0, 1, 2], turnsMs: [30_000, 30_000, 36_000]))
    #expect(meeting.standup == standup)
    let again = meeting.addTurn(of: standup.attendees[2])
    #expect(!again)
    // A day is the maximum, and a larger change has no effect.
    var long = session
    long.standup.durationMs = Standup.durationsMs.upperBound
    let before = long
    let isLonger = long.addTurn(of: Attendee(id: Attendee.ID(UUID())))
    #expect(!isLonger && long == before)
  }

  @Test func whoHasTheFloorMayGo() {
    var meeting = session
    let isDropped = meeting.dropTurns(of: people[0].id, atMs: 5_000)
    #expect(isDropped && meeting.speakerIndex == 1)
    #expect(
      meeting.agenda
        == .init(
          order: [0, 1, 2, 3], turnsMs: [5_000, 18_334, 18_333, 18_333], away: [0]))
    #expect(meeting.schedule.durationMs == 60_000)
  }

  @Test func whoIsPostponedAndGoesDoesNotComeBack() {
    var meeting = session
    let isPostponed = meeting.postponeTurn(atMs: 3_000)
    #expect(isPostponed && meeting.agenda?.order == [0, 1, 2, 3, 0])
    let isDropped = meeting.dropTurns(of: people[0].id, atMs: 3_000)
    #expect(isDropped && meeting.agenda?.order == [0, 1, 2, 3])
    #expect(meeting.agenda?.turnsMs == [3_000, 15_000, 21_000, 21_000])
    #expect(meeting.turns(untilMs: 0).isEmpty)
  }
}
