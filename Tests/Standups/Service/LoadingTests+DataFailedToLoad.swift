import StandupsDependencies
import Documents
import FastJSON
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// The alert “Data failed to load”.
extension LoadingTests {
  private static let alert = ListAlert.dataFailedToLoad(path: "/data/old", reason: "damaged")

  private func damaged() throws -> Scenario {
    loaded(
      notices: [
        Document(
          collection: "notices", id: "dataFailedToLoad",
          body: try RawJSON(encoding: ["path": "/data/old", "reason": "damaged"])),
        Document(collection: "notices", id: "other", body: .null),
      ]
    ) { $0.destination = .alert(Self.alert) }
  }

  @Test func theSamplesAreTold() throws {
    var scenario = try damaged()
    let caller = scenario.send(.answerList(AnswerListAlert(action: .loadSamples)))
    let uuid = UUIDGenerator.incrementing
    let reducer = StandupsReducer(
      uuid: uuid, eventID: uuid, date: scenario.time.date, clock: scenario.time.clock)
    // The ids of the samples are all made before those of the events.
    let expected = Samples.make(uuid: reducer.uuid, now: reducer.date())
    let commit = try scenario.commit([
      "standup.created", "meeting.imported", "standup.created", "standup.created",
    ]) { saved in
      saved.destination = nil
      for (index, sample) in expected.enumerated() {
        saved.add(StandupRecord(sample, sortKey: Int64(index + 1)))
      }
    }
    #expect(commit.changes.first == .delete(collection: "notices", id: "dataFailedToLoad"))
    #expect(commit.changes.count == 5)
    #expect(
      try scenario.reply(to: caller)
        == .status(GetListStatus.Reply(destination: nil, standups: 3, live: 0)))
    scenario.finish()
  }

  @Test func orItStartsEmpty() throws {
    var scenario = try damaged()
    let caller = scenario.send(.answerList(AnswerListAlert(action: .startEmpty)))
    let commit = try scenario.commit([]) { $0.destination = nil }
    #expect(commit.changes == [.delete(collection: "notices", id: "dataFailedToLoad")])
    _ = try scenario.reply(to: caller)
    let again = scenario.send(.answerList(AnswerListAlert(action: .startEmpty)))
    try scenario.error(to: again, .conflict)
    scenario.finish()
  }

  @Test func twoAnswersAreOneAnswer() throws {
    var scenario = try damaged()
    let first = scenario.send(.answerList(AnswerListAlert(action: .startEmpty)))
    let (id, _) = try scenario.takeCommit()
    let second = scenario.send(.answerList(AnswerListAlert(action: .loadSamples)))
    scenario.store.send(.committed(id, .success(.written))) { $0.destination = nil }
    _ = try scenario.reply(to: first)
    try scenario.error(to: second, .conflict)
    scenario.finish()
  }
}
