import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import StandupsDependencies
import TestSupport
import Testing

@testable import StandupsService

/// Retention of the words of a team.
@Suite struct RetentionTests {
  private static let dayMs: Int64 = 86_400_000

  private func nowMs(_ scenario: Scenario) -> Int64 {
    TestTime.startMs + scenario.time.now
  }

  /// A meeting of the team `web` that began this number of days ago.
  private func saved(_ number: UInt32, daysAgo: Int64, _ scenario: Scenario) throws -> Document {
    let ms = nowMs(scenario) - daysAgo * Self.dayMs
    let meeting = Meeting(
      id: Meeting.ID(UUID(number: number)),
      date: Date(timeIntervalSince1970: Double(ms) / 1000), transcript: "Words.")
    return Document(
      collection: "meetings", id: "\(meeting.id)", parent: "\(design.id)", team: "web",
      sortKey: ms, body: try RawJSON(encoding: meeting), searchText: "Words.")
  }

  /// Asserts that discarded meetings are searched for, after these waits, and finds none.
  private func search(_ scenario: inout Scenario, waits: [StandupsEffect] = []) throws {
    scenario.store.send(.forgetDue(.discarded, after: nil))
    scenario.store.expect(.wait(ms: 3_600_000, then: .forgetDue(.discarded, after: nil)))
    for wait in waits { scenario.store.expect(wait) }
    let (id, query) = try scenario.load()
    #expect(query.collection == "meetings.discarded")
    scenario.store.send(.documents(id, .success(DocumentPage(documents: []))))
  }

  @Test func aShorterRetentionAppliesAfterADay() throws {
    var scenario = Scenario(days: 90)
    let caller = scenario.send(.setRetention(SetRetention(team: "default", days: 7)))
    let expected = TeamRetention(
      team: "default", days: 7, fromMs: nowMs(scenario) + TeamRetention.graceMs)
    let decided = try scenario.commit([]) { $0.retention["default"] = expected }
    #expect(decided.changes.map(\.document?.id) == ["default"])
    #expect(decided.changes.first?.document?.collection == "retention")
    #expect(try scenario.reply(to: caller) == .retention(expected))
    try search(&scenario)
    scenario.time.advance(Self.dayMs)
    try search(
      &scenario, waits: [.wait(ms: 1000, then: .forgetDue(.ofTeam("default"), after: nil))])
    scenario.finish()
  }

  @Test func aChangeThatIsUndoneInTimeErasesNothing() throws {
    var scenario = Scenario()
    scenario.send(.setRetention(SetRetention(team: "default", days: 1)))
    let set = TeamRetention(
      team: "default", days: 1, fromMs: nowMs(scenario) + TeamRetention.graceMs)
    try scenario.commit([]) { $0.retention["default"] = set }
    _ = try scenario.reply(to: 1)
    scenario.time.advance(Self.dayMs - 1)
    let caller = scenario.send(.setRetention(SetRetention(team: "default")))
    let decided = try scenario.commit([]) { $0.retention["default"] = nil }
    #expect(decided.changes == [.delete(collection: "retention", id: "default")])
    #expect(try scenario.reply(to: caller) == .retention(TeamRetention(team: "default")))
    scenario.time.advance(Self.dayMs)
    try search(&scenario)
    scenario.finish()
  }

  @Test func aLongerRetentionAppliesAtOnce() throws {
    var scenario = Scenario(days: 90) {
      $0.saved.retention["default"] = TeamRetention(team: "default", days: 7)
    }
    let caller = scenario.send(.setRetention(SetRetention(team: "default", days: 30)))
    let longer = TeamRetention(team: "default", days: 30)
    try scenario.commit([]) { $0.retention["default"] = longer }
    #expect(try scenario.reply(to: caller) == .retention(longer))
    // Shortened twice: what applies now is what still applied before.
    let again = scenario.send(.setRetention(SetRetention(team: "default", days: 20)))
    let shorter = TeamRetention(
      team: "default", days: 20, before: 30, fromMs: nowMs(scenario) + TeamRetention.graceMs)
    try scenario.commit([]) { $0.retention["default"] = shorter }
    #expect(try scenario.reply(to: again) == .retention(shorter))
    let shortest = scenario.send(.setRetention(SetRetention(team: "default", days: 10)))
    var last = shorter
    last.days = 10
    try scenario.commit([]) { [last] in $0.retention["default"] = last }
    #expect(try scenario.reply(to: shortest) == .retention(last))
    scenario.finish()
  }

  @Test(arguments: [0, -1, 91, 36_501, Int.max])
  func anInvalidRetentionIsRejected(days: Int) throws {
    var scenario = Scenario(days: 90)
    let caller = scenario.send(.setRetention(SetRetention(team: "default", days: days)))
    #expect(try scenario.error(to: caller, .invalid).detail?["member"] == "days")
    scenario.finish()
  }

  @Test func anAdminSetsTheRetentionOfTheirTeamsOnly() throws {
    var run = Run { state in
      for team in ["web", "ops"] {
        state.saved.retention[team] = TeamRetention(team: team, days: 7)
      }
    }
    let foreign = run.send(.setRetention(SetRetention(team: "ops", days: 1)), teams: "web")
    #expect(foreign.answer?.failure?.code == .notFound && foreign.commits.isEmpty)
    #expect(
      run.send(.getRetention(GetRetention()), teams: "web").answer
        == .success(
          .retentions(
            GetRetention.Reply(days: nil, teams: [TeamRetention(team: "web", days: 7)]))))
  }

  @Test func wordsOfATeamThatAreTooOldAreErased() throws {
    var scenario = Scenario(days: 90) { state in
      state.saved.add(record(design, 1))
      state.saved.retention["web"] = TeamRetention(team: "web", days: 7)
    }
    scenario.store.send(.forgetDue(.ofTeam("web"), after: nil))
    let (search, query) = try scenario.load()
    #expect(query.collection == "meetings" && query.teams == ["web"])
    let old = try saved(1, daysAgo: 8, scenario)
    let page = DocumentPage(documents: [old, try saved(2, daysAgo: 6, scenario)])
    scenario.store.send(.documents(search, .success(page)))
    let (erasure, wanted) = try scenario.load()
    #expect(wanted.ids == [old.id])
    scenario.store.send(.documents(erasure, .success(DocumentPage(documents: [old]))))
    _ = try scenario.commit(["meeting.erased"])
    scenario.finish()
  }

  @Test func wordsThatMovedToATeamWithALongerRetentionSinceTheSearchStay() throws {
    var scenario = Scenario(days: 90) { state in
      state.saved.add(record(design, 1))
      state.saved.retention["web"] = TeamRetention(team: "web", days: 7)
    }
    scenario.store.send(.forgetDue(.ofTeam("web"), after: nil))
    let search = try scenario.load().id
    var old = try saved(1, daysAgo: 8, scenario)
    scenario.store.send(.documents(search, .success(DocumentPage(documents: [old]))))
    let erasure = try scenario.load().id
    old.team = "ops"
    scenario.store.send(.documents(erasure, .success(DocumentPage(documents: [old]))))
    scenario.finish()
  }

  @Test func aTeamWithoutAShorterRetentionIsNotSearched() throws {
    var scenario = Scenario(days: 5) {
      $0.saved.retention["web"] = TeamRetention(team: "web", days: 7)
    }
    scenario.store.send(.forgetDue(.ofTeam("web"), after: nil))
    scenario.finish()
  }

  /// Without a retention of the installation, nothing else searches for the updates of a team.
  @Test func updatesOfATeamAreSearchedForWithItsMeetings() throws {
    var scenario = Scenario {
      $0.saved.retention["web"] = TeamRetention(team: "web", days: 7)
    }
    scenario.store.send(.forgetDue(.discarded, after: nil))
    scenario.store.expect(.wait(ms: 3_600_000, then: .forgetDue(.discarded, after: nil)))
    scenario.store.expect(.wait(ms: 1000, then: .forgetDue(.ofTeam("web"), after: nil)))
    let (updates, discarded) = (try scenario.load(), try scenario.load())
    #expect(updates.query.collection == "updates")
    #expect(discarded.query.collection == "meetings.discarded")
    for id in [updates.id, discarded.id] {
      scenario.store.send(.documents(id, .success(DocumentPage(documents: []))))
    }
    scenario.finish()
  }

  /// Only the updates of teams whose retention is over are read again, if the teams are known.
  @Test func updatesAreComparedWithTheRetentionOfTheirTeam() throws {
    let other = Standup.ID(UUID(number: 0xF0))
    var scenario = Scenario(days: 90) { state in
      state.saved.recent.put(StandupRecord(design, sortKey: 1, updates: 1))
      state.saved.retention["web"] = TeamRetention(team: "web", days: 7)
    }
    scenario.store.send(.forgetDue(.updates, after: nil))
    scenario.store.expect(.wait(ms: 3_600_000, then: .forgetDue(.updates, after: nil)))
    let search = try scenario.load().id
    let old = WrittenUpdate(
      attendee: design.attendees[0], text: "Old.", atMs: nowMs(scenario) - 8 * Self.dayMs)
    let documents = try [design.id, other].map { standup in
      Document(
        collection: "updates", id: "\(standup)", parent: "\(standup)",
        body: try RawJSON(encoding: PendingUpdates(updates: [old])))
    }
    scenario.store.send(.documents(search, .success(DocumentPage(documents: documents))))
    // The team of the standup that is not in memory may be “web”.
    #expect(try scenario.load().query.ids == ["\(other)"])
  }

  @Test func anUnreadableRetentionIsReplacedOrDiscarded() throws {
    var scenario = Scenario { state in
      for team in ["default", "web"] { state.saved.note(unreadable: "retention/\(team)") }
    }
    let discarding = scenario.send(.discard(DiscardUnreadable(document: "retention/web")))
    let discarded = try scenario.commit([]) { $0.forgetUnreadable { $0.id == "web" } }
    #expect(discarded.changes == [.delete(collection: "retention", id: "web")])
    _ = try scenario.reply(to: discarding)
    scenario.send(.setRetention(SetRetention(team: "default", days: 1)))
    let set = TeamRetention(
      team: "default", days: 1, fromMs: nowMs(scenario) + TeamRetention.graceMs)
    try scenario.commit([]) { saved in
      saved.forgetUnreadable { _ in true }
      saved.retention["default"] = set
    }
    #expect(try scenario.reply(to: 2) == .retention(set))
    scenario.finish()
  }

  @Test func aSavedRetentionBelongsToItsDocument() throws {
    func problem(_ retention: TeamRetention, id: String = "web") throws -> String? {
      retention.problem(
        in: Document(collection: "retention", id: id, body: try RawJSON(encoding: retention)))
    }
    #expect(try problem(TeamRetention(team: "web", days: 7, before: 9, fromMs: 1)) == nil)
    #expect(try problem(TeamRetention(team: "web", days: 7), id: "ops") != nil)
    // Never empty because it is a literal.
    for invalid in [
      TeamRetention(team: "web"), TeamRetention(team: "web", days: 0),
      TeamRetention(team: "web", days: 7, before: 36_501),
      TeamRetention(team: "web", days: 7, fromMs: -1),
    ] {
      #expect(try problem(invalid) != nil)
    }
  }
}
