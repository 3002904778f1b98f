import Foundation
import Standups
import Testing

/// Who takes part in a meeting, in which order, and who goes while it runs.
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

  /// The order of a seed is part of what is told: other tools may repeat it.
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
    #expect(meeting.agenda == .init(order: [0, 1, 3], turnsMs: [15_000, 22_500, 22_500]))
    #expect(meeting.schedule.durationMs == 60_000)
    // Now the last one goes, too: who is left has all of the rest.
    let last = meeting.dropTurns(of: people[3].id, atMs: 5_000)
    #expect(last && meeting.agenda == .init(order: [0, 1], turnsMs: [15_000, 45_000]))
    let other = meeting.dropTurns(of: people[1].id, atMs: 5_000)
    #expect(other && meeting.agenda == .init(order: [0], turnsMs: [60_000]))
    let again = meeting.dropTurns(of: people[1].id, atMs: 5_000)
    let only = meeting.dropTurns(of: people[0].id, atMs: 5_000)
    #expect(!again && !only)
  }

  @Test func whoHasTheFloorMayGo() {
    var meeting = session
    let isDropped = meeting.dropTurns(of: people[0].id, atMs: 5_000)
    #expect(isDropped && meeting.speakerIndex == 1)
    #expect(
      meeting.agenda == .init(order: [0, 1, 2, 3], turnsMs: [5_000, 18_334, 18_333, 18_333]))
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
