import BridgeAPI
import Bus
import Documents
import FastJSON
import Foundation
import TestSupport
import Testing

@testable import BridgeService

/// Events erased from the journal are erased from the stream before the stream's position passes
/// the erasure.
@Suite struct ErasingTests {
  /// A stream filled up to 3, and an event that reports an erased meeting.
  private func scenario(_ event: CloudEvent) throws -> Scenario {
    var scenario = Scenario()
    scenario.connect()
    try scenario.look([Scenario.stream(last: 3)], Scenario.journal(5))
    let token = try scenario.read().token
    scenario.store.send(
      .page(token, .success(Scenario.page([Scenario.event(4), event], head: 5))))
    _ = try scenario.take { if case .listen(let types) = $0 { types } else { nil } }
    return scenario
  }

  @Test func theWordsGoBeforeTheNews() throws {
    var scenario = try scenario(Scenario.event(5, "meeting.erased"))
    let (round, messages) = try scenario.sent()
    #expect(messages.map(\.after) == [3])
    _ = try scenario.wait()
    // All earlier events must be in the stream first.
    scenario.store.send(.nats(.acknowledged(round: round, through: 4)))
    scenario.store.expect(.took([0]))
    let (token, query) = try scenario.read()
    #expect(
      query == JournalQuery(after: 0, epoch: Scenario.epoch, meeting: "m", limit: 1000))
    scenario.store.send(
      .page(
        token,
        .success(
          Scenario.page(
            [
              Scenario.event(2, data: .erased), Scenario.event(3), Scenario.event(4, data: .erased),
              Scenario.event(5, "meeting.erased"),
            ], head: 5))))
    let erasing = try scenario.take {
      if case .erase(let token, _, let sequences) = $0 { (token, sequences) } else { nil }
    }
    #expect(erasing.1 == [2, 4])
    scenario.store.send(.erased(erasing.0, .success(2)))
    #expect(try scenario.sent().messages.map(\.after) == [4])
    #expect(scenario.status.erased == 2)
    scenario.store.finish()
  }

  @Test func aPageAtATime() throws {
    var scenario = try scenario(
      Scenario.event(
        5, "standup.updated", subject: "s",
        data: RawJSON(unchecked: Array(#"{"forgets":true}"#.utf8))))
    let round = try scenario.sent().round
    _ = try scenario.wait()
    scenario.store.send(.nats(.acknowledged(round: round, through: 4)))
    scenario.store.expect(.took([0]))
    var (token, query) = try scenario.read()
    #expect(query.standup == "s")
    scenario.store.send(
      .page(token, .success(Scenario.page([Scenario.event(1)], head: 5, hasMore: true))))
    (token, query) = try scenario.read()
    #expect(query.after == 1)
    scenario.store.send(
      .page(token, .success(Scenario.page([Scenario.event(2, data: .erased)], head: 5))))
    let erasing = try scenario.take {
      if case .erase(let token, _, let sequences) = $0 { (token, sequences) } else { nil }
    }
    #expect(erasing.1 == [2])
    // It is retried from the beginning.
    scenario.store.send(.erased(erasing.0, .failure(NATSFailure(.unreachable, "timeout"))))
    let action = try scenario.wait()
    guard case .goOn = action else { throw Unexpected("\(action)") }
    scenario.store.finish()
  }

  /// Without the member, or erased itself, it reports no erasure.
  @Test(arguments: [
    Scenario.event(5, "standup.updated"), Scenario.event(5, "meeting.erased", data: .erased),
  ]) func otherEventsGoOutAtOnce(_ event: CloudEvent) throws {
    var scenario = try scenario(event)
    #expect(try scenario.sent().messages.map(\.after) == [3, 4])
    _ = try scenario.wait()
    scenario.store.finish()
  }

  /// The words are still needed if the end is undone.
  @Test func aDiscardThatCanBeUndoneErasesNothing() throws {
    let data = RawJSON(unchecked: Array(#"{"elapsedMs":1,"undo":{"change":"c"}}"#.utf8))
    var scenario = try scenario(Scenario.event(5, "meeting.discarded", data: data))
    #expect(try scenario.sent().messages.map(\.after) == [3, 4])
    _ = try scenario.wait()
    scenario.store.finish()
  }

  /// A stream rebuilt from the journal never had the words.
  @Test func whatWasReadAfterItWasErasedHasNothingToBeErased() throws {
    var scenario = Scenario()
    scenario.connect()
    try scenario.look([Scenario.stream(last: 0)], Scenario.journal(2))
    let token = try scenario.read().token
    scenario.store.send(
      .page(
        token,
        .success(
          Scenario.page([Scenario.event(1, data: .erased), Scenario.event(2, "meeting.erased")]))))
    scenario.store.expect(.listen(["meeting.started", "meeting.erased"]))
    #expect(try scenario.sent().messages.map(\.after) == [0, 1])
    _ = try scenario.wait()
    scenario.store.finish()
  }
}
