import Bus
import Documents
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

/// Figures of past meetings. “Design” has three attendees.
struct StatisticsTests {
  private let people = design.attendees.elements
  private let ann = Attendee.PersonID(UUID(number: 0xA0))

  /// A meeting on 2026-11-23, a Monday, at 09:00 UTC, or a number of days before it.
  private func meeting(
    _ number: UInt32, daysBefore days: Int = 0, turns: [(Int, Int64, Int64?)]? = [],
    present: [Attendee]? = nil, absent: [Attendee]? = [], late: [Attendee.ID]? = nil
  ) -> Meeting {
    var at: Int64 = 0
    let all = turns?.map { place, lengthMs, plannedMs in
      defer { at += lengthMs }
      return Meeting.Turn(
        attendee: people[place].id, fromMs: at, toMs: at + lengthMs, plannedMs: plannedMs)
    }
    return Meeting(
      id: Meeting.ID(UUID(number: number)),
      date: Date(timeIntervalSince1970: 1_795_424_400 - 86_400 * Double(days)), transcript: "",
      durationMs: at, ending: .saved, attendees: present ?? people, turns: all, plannedMs: 30_000,
      pausedMs: 0, absent: absent, late: late)
  }

  private func figures(
    _ meetings: [Meeting], person: Attendee.PersonID? = nil, zoneMinutes: Int = 0
  ) -> MeetingStatistics {
    var figures = MeetingStatistics(of: design, person: person, zoneMinutes: zoneMinutes)
    for meeting in meetings { figures.add(meeting) }
    return figures
  }

  @Test func turnsOfOneAttendeeInOneMeetingAreAddedUpBeforeTheyAreComparedWithThePlan() {
    let figures = figures([
      meeting(1, turns: [(0, 4_000, 0), (1, 10_000, 10_000), (0, 9_000, 10_000)])
    ])
    #expect(figures.meetings[0].over == 1)
    let ada = figures.attendees[0]
    #expect(ada.spoke == 1 && ada.spokenMs == 13_000 && ada.plannedMs == 10_000)
    #expect(ada.over == 1 && ada.overMs == 3_000)
    #expect(figures.attendees[1].over == 0 && figures.attendees[2].spoke == 0)
    #expect(figures.attendees[2].name == "Someone")
  }

  @Test func attendanceIsCountedByAttendeeAndByWeek() {
    let figures = figures([
      meeting(1, absent: [people[1]], late: [people[2].id]),
      meeting(2, daysBefore: 1, present: [people[0], people[2]], absent: [people[1]]),
    ])
    #expect(figures.attendees.map(\.present) == [2, 0, 2])
    #expect(figures.attendees.map(\.absent) == [0, 2, 0])
    #expect(figures.attendees.map(\.late) == [0, 0, 1])
    #expect(figures.meetings.map(\.present) == [2, 2] && figures.meetings.map(\.late) == [1, 0])
    // Monday begins a week: the day before belongs to the previous one.
    #expect(figures.weeks.map(\.startMs) == [1_795_392_000_000, 1_794_787_200_000])
    #expect(figures.weeks.map(\.meetings) == [1, 1] && figures.weeks.map(\.absent) == [1, 1])
  }

  @Test func aWeekBeginsAtMidnightInTheGivenZone() {
    // Ten hours west, it is still Sunday.
    let figures = figures([meeting(1)], zoneMinutes: -600)
    #expect(figures.weeks.map(\.startMs) == [1_794_787_200_000 + 600 * 60_000])
  }

  @Test func unknownValuesAreNotCounted() {
    var old = meeting(1, turns: [(0, 5_000, nil)], absent: nil)
    (old.plannedMs, old.pausedMs) = (nil, nil)
    var imported = meeting(2, turns: nil, absent: nil)
    (imported.attendees, imported.durationMs, imported.plannedMs) = (nil, nil, nil)
    let figures = figures([old, imported])
    #expect(figures.meetings.map(\.present) == [nil, nil])
    #expect(figures.meetings.map(\.over) == [nil, nil])
    #expect(figures.attendees.map(\.present) == [0, 0, 0])
    #expect(figures.attendees[0].spokenMs == 5_000 && figures.attendees[0].over == 0)
    #expect(figures.weeks.map(\.meetings) == [2] && figures.weeks[0].plannedMs == 0)
  }

  @Test func aPersonHasOnlyTheMeetingsInWhichTheyWereAnAttendee() {
    let linked = Attendee(id: people[0].id, name: "Ada", person: ann)
    let figures = figures(
      [
        meeting(1, turns: [(0, 5_000, 10_000), (1, 9_000, 10_000)], present: [linked, people[1]]),
        meeting(2, daysBefore: 1, present: [people[1]], absent: [linked]),
        meeting(3, daysBefore: 2, present: [people[1]]),
      ], person: ann)
    #expect(figures.meetings.map(\.id) == [1, 2].map { Meeting.ID(UUID(number: $0)) })
    #expect(figures.attendees.map(\.id) == [linked.id])
    #expect(figures.attendees[0].present == 1 && figures.attendees[0].absent == 1)
    #expect(figures.weeks.map(\.spokenMs) == [5_000, 0])
  }

  @Test func hugeValuesDoNotTrap() {
    var huge = meeting(1, turns: [(0, 1, .max)])
    huge.turns = [
      Meeting.Turn(attendee: people[0].id, fromMs: .min, toMs: .max, plannedMs: .min),
      Meeting.Turn(attendee: people[0].id, fromMs: 0, toMs: .max, plannedMs: .max),
    ]
    (huge.durationMs, huge.plannedMs) = (.max, .max)
    var early = huge
    early.date = .distantPast
    let figures = figures([huge, huge, early])
    #expect(figures.attendees[0].spokenMs == .max && figures.weeks[0].durationMs == .max)
  }

  // MARK: The command

  private func document(_ meeting: Meeting) throws -> Document {
    try #require(try Change.putMeeting(meeting, of: design.id).document().document)
  }

  @Test func theWindowIsReadFromItsEndPageByPage() throws {
    var scenario = Scenario { $0.saved.add(record(design, 1, meetings: 3)) }
    let all = [meeting(1), meeting(2, daysBefore: 1), meeting(3, daysBefore: 20)]
    let toMs: Int64 = 1_795_500_000_000
    let caller = scenario.send(
      .statistics(
        GetMeetingStats(standup: design.id, fromMs: toMs - 7 * 86_400_000, toMs: toMs)))
    let (first, query) = try scenario.load()
    #expect(query.after == "\(toMs) " && query.limit == 20 && query.newestFirst == true)
    #expect(query.parent == "\(design.id)" && query.collection == "meetings")
    scenario.store.send(.documents(first, .failure(BusError(.tooLarge, "Too large."))))
    let (second, smaller) = try scenario.load()
    #expect(smaller.limit == 10)
    let next = try document(all[0]).cursor
    scenario.store.send(
      .documents(second, .success(.init(documents: [try document(all[0])], next: next))))
    let (third, later) = try scenario.load()
    #expect(later.after == next)
    // The third meeting is before the window, so that older ones are not read.
    scenario.store.send(
      .documents(
        third,
        .success(
          .init(documents: try all.dropFirst().map(document), next: "1 later"))))
    guard case .statistics(let reply) = try scenario.reply(to: caller) else {
      throw Unexpected("another reply")
    }
    #expect(reply.meetings.map(\.id) == [all[0].id, all[1].id] && reply.next == nil)
    #expect(reply.toMs == toMs && reply.weeks.count == 2)
    scenario.finish()
  }

  @Test func aReplyHasAtMostTheLimitAndTheRestIsReadWithItsCursor() throws {
    var scenario = Scenario { $0.saved.add(record(design, 1, meetings: 2)) }
    let all = [meeting(1), meeting(2, daysBefore: 1)]
    let caller = scenario.send(
      .statistics(GetMeetingStats(standup: design.id, toMs: 1_795_500_000_000, limit: 1)))
    let (id, _) = try scenario.load()
    scenario.store.send(.documents(id, .success(.init(documents: try all.map(document)))))
    guard case .statistics(let reply) = try scenario.reply(to: caller) else {
      throw Unexpected("another reply")
    }
    #expect(reply.meetings.map(\.id) == [all[0].id])
    #expect(try reply.next == document(all[0]).cursor)
    scenario.finish()
  }

  @Test func aStandupWithoutMeetingsHasEmptyFigures() throws {
    var scenario = Scenario { $0.saved.add(record(design, 1)) }
    let caller = scenario.send(
      .statistics(GetMeetingStats(standup: design.id, toMs: 1_795_500_000_000)))
    #expect(
      try scenario.reply(to: caller)
        == .statistics(
          .init(
            fromMs: 1_795_500_000_000 - GetMeetingStats.usualWindowMs, toMs: 1_795_500_000_000)))
    scenario.finish()
  }

  @Test(arguments: [
    GetMeetingStats(standup: design.id, fromMs: 5, toMs: 5),
    GetMeetingStats(standup: design.id, fromMs: .min, toMs: .max),
    GetMeetingStats(standup: design.id, toMs: -1),
    GetMeetingStats(standup: design.id, fromMs: 0, toMs: GetMeetingStats.maxWindowMs + 1),
    GetMeetingStats(standup: design.id, toMs: 9, zoneMinutes: 841),
    GetMeetingStats(standup: design.id, toMs: 9, limit: 0),
    GetMeetingStats(standup: design.id, toMs: 9, limit: 401),
    GetMeetingStats(standup: design.id, toMs: 9, after: "x"),
  ])
  func anInvalidWindowIsRejected(command: GetMeetingStats) throws {
    var scenario = Scenario { $0.saved.add(record(design, 1, meetings: 1)) }
    let caller = scenario.send(.statistics(command))
    try scenario.error(to: caller, .invalid)
    scenario.finish()
  }
}
