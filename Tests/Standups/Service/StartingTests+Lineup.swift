import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// The attendees who take part, and their order.
extension StartingTests {
  /// The time of absent attendees is shared by the others, in the order of the lineup.
  @Test func itMeetsWithoutWhoIsAbsentInTheOrderThatIsAskedFor() throws {
    var scenario = Scenario.standups()
    let absent = design.attendees[1].id
    let caller = scenario.send(
      .start(
        StartMeeting(
          standup: design.id, isRecorded: false, absent: [absent], order: .lastFirst)))
    let lineup = MeetingSession.Lineup(absent: [absent], order: .lastFirst)
    var expected = running(scenario, isRecording: false)
    expected.lineup = lineup
    expected.standup = design.meeting(lineup)
    let commit = try scenario.commit(["meeting.started"]) { $0.put(expected) }
    let started = try commit.events[0].data.decode(as: MeetingStarted.self)
    #expect(started.lineup == lineup)
    #expect(
      started.standup.attendees.map(\.id) == [design.attendees[2].id, design.attendees[0].id])
    #expect(try scenario.live(to: caller).session.schedule.turn(of: 0) == 15_000)
    #expect(try scenario.work().map(\.speakers) == [2])
    scenario.finish()
  }

  private static let hourMs: Int64 = 3_600_000

  /// “Design” with attendees marked as absent for these numbers of hours from the start of the test.
  private func absent(_ hours: [Int64?]) -> Standup {
    var standup = design
    for (attendee, hours) in zip(design.attendees, hours) {
      standup.attendees[id: attendee.id]?.absentUntilMs = hours.map {
        TestTime.startMs + $0 * Self.hourMs
      }
    }
    return standup
  }

  @Test func whoWasSaidToBeAbsentIsLeftOutUntilThen() throws {
    let standup = absent([nil, 2, 1])
    for (hours, names) in [(0, [0]), (1, [0, 2]), (2, [0, 1, 2])] as [(Int64, [Int])] {
      var scenario = Scenario { $0.saved.add(record(standup, 1)) }
      scenario.time.advance(hours * Self.hourMs)
      let caller = scenario.send(.start(StartMeeting(standup: design.id, isRecorded: false)))
      let gone = design.attendees.indices.filter { !names.contains($0) }
      let lineup =
        gone.isEmpty
        ? nil : MeetingSession.Lineup(absent: gone.map { design.attendees[$0].id })
      var expected = running(scenario, isRecording: false)
      expected.lineup = lineup
      // Marked absences are not part of the meeting.
      expected.standup.attendees = IdentifiedArray(names.map { design.attendees[$0] })
      let commit = try scenario.commit(["meeting.started"]) { $0.put(expected) }
      #expect(try commit.events[0].data.decode(as: MeetingStarted.self).lineup == lineup)
      _ = try scenario.live(to: caller)
      _ = try scenario.work()
      scenario.finish()
    }
  }

  @Test func whoIsThereAllTheSameTakesPart() throws {
    var scenario = Scenario { $0.saved.add(record(absent([1, 1, nil]), 1)) }
    let caller = scenario.send(
      .start(
        StartMeeting(
          standup: design.id, isRecorded: false, absent: [design.attendees[2].id],
          present: [design.attendees[1].id])))
    let lineup = MeetingSession.Lineup(absent: [design.attendees[0].id, design.attendees[2].id])
    var expected = running(scenario, isRecording: false)
    expected.lineup = lineup
    expected.standup.attendees = [design.attendees[1]]
    try scenario.commit(["meeting.started"]) { $0.put(expected) }
    #expect(try scenario.live(to: caller).session.lineup == lineup)
    _ = try scenario.work()
    scenario.finish()
  }

  @Test func ofEverybodyWhoIsAbsentThereIsNoMeeting() throws {
    for (member, command) in [
      ("absent", StartMeeting(standup: design.id)),
      ("present", StartMeeting(standup: design.id, present: [Attendee.ID(UUID())])),
      (
        "present",
        StartMeeting(
          standup: design.id, absent: [design.attendees[0].id], present: [design.attendees[0].id])
      ),
    ] {
      var scenario = Scenario { $0.saved.add(record(absent([1, 1, 1]), 1)) }
      let caller = scenario.send(.start(command))
      #expect(try scenario.error(to: caller, .invalid).detail?["member"] == member)
      scenario.finish()
    }
  }

  /// A question before the start keeps the attendees and the shuffled order.
  @Test func anOrderThatWasDrawnIsKept() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.start(StartMeeting(standup: design.id, order: .shuffled)))
    try authorization(&scenario, .success(.init(status: .notDetermined)))
    let (id, decided) = try scenario.takeCommit()
    let document = try #require(
      decided.changes.compactMap(\.document).first { $0.collection == "sessions" })
    let kept = try document.body.decode(as: MeetingSession.self)
    scenario.store.send(.committed(id, .success(.written))) { $0.put(kept) }
    let lineup = try #require(try scenario.live(to: caller).session.lineup)
    #expect(lineup.order == .shuffled && lineup.absent.isEmpty)
    #expect(MeetingSession.Lineup.seeds.contains(try #require(lineup.seed)))
    let asked = try decided.events[0].data.decode(as: MeetingAlertPresented.self)
    #expect(asked.standup == design.meeting(lineup))
    scenario.finish()
  }

  @Test func aLineupThatCannotBeIsRefused() throws {
    let here = design.attendees.map(\.id)
    for (member, command) in [
      ("absent", StartMeeting(standup: design.id, absent: [Attendee.ID(UUID())])),
      ("absent", StartMeeting(standup: design.id, absent: here)),
      ("seed", StartMeeting(standup: design.id, seed: 1)),
      ("seed", StartMeeting(standup: design.id, order: .shuffled, seed: -1)),
      ("seed", StartMeeting(standup: design.id, order: .shuffled, seed: .max)),
    ] {
      var scenario = Scenario.standups()
      let caller = scenario.send(.start(command))
      #expect(try scenario.error(to: caller, .invalid).detail?["member"] == member)
      scenario.finish()
    }
  }
}
