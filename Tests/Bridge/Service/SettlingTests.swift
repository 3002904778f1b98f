import BridgeAPI
import Bus
import Foundation
import TestSupport
import Testing

@testable import BridgeService

/// Finding or creating the right stream.
@Suite struct SettlingTests {
  @Test func withoutNATSNothingIsDone() throws {
    var scenario = Scenario(isOn: false)
    scenario.store.send(.start)
    scenario.store.expect(.ready)
    scenario.store.send(.beat(Scenario.head(5)))
    #expect(scenario.status == BridgeStatus(state: .off))
    #expect(scenario.problems.isEmpty)
    scenario.store.finish()
  }

  @Test func theFirstStreamBeginsWhereTheJournalBegins() throws {
    var scenario = Scenario()
    scenario.connect()
    try scenario.look([], Scenario.journal(20, oldest: 11))
    #expect(try scenario.change() == .make("standups_e1e1e1e1_10"))
    try scenario.look([Scenario.stream(base: 10, last: 0)], Scenario.journal(20, oldest: 11))
    let (token, query) = try scenario.read()
    #expect(query.after == 10)
    scenario.store.send(.page(token, .success(Scenario.page(11...20))))
    scenario.store.expect(.listen(["meeting.started"]))
    #expect(try scenario.sent().messages.map(\.after) == Array(0..<10))
    _ = try scenario.wait()
    scenario.store.finish()
  }

  @Test func itGoesOnAfterWhatTheStreamHas() throws {
    var scenario = Scenario()
    scenario.connect()
    try scenario.look([Scenario.stream(last: 7)], Scenario.journal(9))
    #expect(try scenario.read().query.after == 7)
    #expect(scenario.status.state == .live)
    #expect(scenario.status.behind == 2)
    scenario.store.finish()
  }

  /// A server may give a stream any first sequence.
  @Test func aStreamWithNumbersThatNoJournalHasIsMadeAnew() throws {
    var scenario = Scenario()
    scenario.connect()
    try scenario.look([Scenario.stream(base: 1 << 61, last: .max)], Scenario.journal(9))
    #expect(try scenario.change() == .drop("standups_e1e1e1e1_\(1 << 61)"))
    try scenario.look(
      [Scenario.stream(base: 1 << 61, last: .max, subjects: [])], Scenario.journal(9))
    #expect(try scenario.change() == .make("standups_e1e1e1e1_0"))
    _ = try scenario.take { if case .look(let token, _) = $0 { token } else { nil } }
    scenario.store.finish()
  }

  /// Whichever creates it first, both continue with it.
  @Test func aStreamThatAnotherBridgeMadeIsTaken() throws {
    var scenario = Scenario()
    scenario.connect()
    try scenario.look([], Scenario.journal(1))
    #expect(
      try scenario.change(failing: NATSFailure(.exists, "")) == .make("standups_e1e1e1e1_0"))
    scenario.store.send(try scenario.wait())
    try scenario.look([Scenario.stream(last: 0)], Scenario.journal(1))
    _ = try scenario.read()
    scenario.store.finish()
  }

  @Test func aStreamThatLostItsEndIsMadeAnew() throws {
    var scenario = Scenario()
    let round = try scenario.publishThree()
    scenario.store.send(.nats(.acknowledged(round: round, through: 3)))
    _ = try scenario.take { if case .took(let times) = $0 { times } else { nil } }
    scenario.store.send(.nats(.disconnected(reason: "gone")))
    #expect(scenario.status.state == .away)
    let again = try scenario.wait()
    scenario.store.send(.nats(.connected(server: "nats://n", maxPayload: 1 << 20)))
    try scenario.look([Scenario.stream(last: 2)], Scenario.journal(3))
    #expect(try scenario.change() == .drop("standups_e1e1e1e1_0"))
    try scenario.look([], Scenario.journal(3))
    #expect(try scenario.change() == .make("standups_e1e1e1e1_0"))
    // Created by another bridge meanwhile, and not complete yet: it is a different stream, and has
    // lost nothing.
    try scenario.look([Scenario.stream(last: 1, made: 2)], Scenario.journal(3))
    #expect(try scenario.read().query.after == 1)
    #expect(scenario.status.rebuilt == 1)
    // It exists again, so it is not rebuilt.
    scenario.store.send(again)
    scenario.store.finish()
  }

  /// libnats gets some time to find another server; after that, and after each attempt, the bridge
  /// reconnects.
  @Test func aConnectionIsMadeAnew() throws {
    var scenario = Scenario()
    scenario.store.send(.start)
    scenario.store.expect(.ready)
    scenario.store.expect(.listen([]))
    scenario.store.expect(.connect)
    func refused(_ reason: String, after ms: Int, _ action: BridgeAction) throws {
      scenario.store.send(action)
      #expect(scenario.status.reason == reason)
      let (pause, next) = try scenario.take {
        if case .wait(let ms, let next) = $0 { (ms, next) } else { nil }
      }
      #expect(pause == ms)
      scenario.store.send(next)
      scenario.store.expect(.connect)
      // The attempt is under way.
      scenario.store.send(next)
    }
    try refused("no user", after: 500, .cannotConnect(NATSFailure(.refused, "no user")))
    try refused("no CA", after: 500, .cannotConnect(NATSFailure(.insecure, "no CA")))
    scenario.advance(10)
    #expect(scenario.problems.count == 1 && scenario.problems[0].hasSuffix("journal: no CA"))
    scenario.store.send(.nats(.connected(server: "nats://n", maxPayload: 1 << 20)))
    try scenario.look([Scenario.stream(last: 0)], Scenario.journal(0))
    #expect(scenario.problems == [])
    try refused("gone", after: 10_000, .nats(.disconnected(reason: "gone")))
    try refused("given up", after: 500, .nats(.ended(reason: "given up")))
    scenario.store.finish()
  }

  /// Other clients' messages take positions that belong to events.
  @Test func aStreamWithAForeignMessageIsMadeAnew() throws {
    var scenario = Scenario()
    scenario.connect()
    var stream = Scenario.stream(last: 5)
    stream.wrongPosition = 3
    try scenario.look([stream], Scenario.journal(9))
    #expect(try scenario.change() == .drop("standups_e1e1e1e1_0"))
    stream.wrongPosition = nil
    try scenario.look([stream], Scenario.journal(9))
    #expect(try scenario.read().query.after == 5)
    scenario.store.finish()
  }

  @Test func whatTheJournalDoesNotHaveIsNoTruth() throws {
    var scenario = Scenario()
    scenario.connect()
    try scenario.look([Scenario.stream(last: 7)], Scenario.journal(6))
    #expect(try scenario.change() == .drop("standups_e1e1e1e1_0"))
    _ = try scenario.take { if case .look(let token, _) = $0 { token } else { nil } }
    scenario.store.finish()
  }

  /// Another journal, or one without the next event: the stream is left, and a new one is created.
  @Test(arguments: [
    (Scenario.stream(last: 7, epoch: "00000000"), 9, 1), (Scenario.stream(last: 7), 20, 11),
  ]) func aStreamThatCannotGoOnIsLeft(_ old: StreamFacts, _ head: Int64, _ oldest: Int64) throws {
    var scenario = Scenario()
    scenario.connect()
    let journal = Scenario.journal(head, oldest: oldest)
    try scenario.look([old], journal)
    #expect(try scenario.change() == .leave(old.name))
    var left = old
    left.subjects = ["standups.left.\(old.name)"]
    try scenario.look([left], journal)
    #expect(try scenario.change() == .make("standups_e1e1e1e1_\(oldest - 1)"))
    try scenario.look([left, Scenario.stream(base: oldest - 1, last: 0, made: 2)], journal)
    _ = try scenario.read()
    #expect(scenario.status.left == [LeftStream(name: old.name, messages: 7, bytes: 100)])
    #expect(scenario.problems.contains { $0.contains(old.name) })
    scenario.store.finish()
  }

  /// A backup was restored, and removed again.
  @Test func aStreamThatWasLeftIsTakenUpAgain() throws {
    var scenario = Scenario()
    scenario.connect()
    let left = Scenario.stream(last: 3, subjects: ["standups.left.x"])
    try scenario.look([left], Scenario.journal(3))
    #expect(try scenario.change() == .update(left.name))
    _ = try scenario.take { if case .look(let token, _) = $0 { token } else { nil } }
    scenario.store.finish()
  }

  @Test func theStreamKeepsNoMoreThanTheJournal() throws {
    var scenario = Scenario()
    scenario.connect()
    let journal = Scenario.journal(9, oldest: 4)
    try scenario.look([Scenario.stream(last: 7)], journal)
    #expect(try scenario.change() == .trim("standups_e1e1e1e1_0", before: 4))
    try scenario.look([Scenario.stream(last: 7, first: 4)], journal)
    #expect(try scenario.read().query.after == 7)
    scenario.store.finish()
  }

  @Test func settingsThatAreNotTakenAreTold() throws {
    var scenario = Scenario(replicas: 3)
    scenario.connect()
    try scenario.look([Scenario.stream(last: 7)], Scenario.journal(9))
    let failure = NATSFailure(.other, "insufficient resources")
    #expect(try scenario.change(failing: failure) == .update("standups_e1e1e1e1_0"))
    scenario.store.send(try scenario.wait())
    // It continues all the same.
    try scenario.look([Scenario.stream(last: 7)], Scenario.journal(9))
    _ = try scenario.read()
    #expect(scenario.problems.count == 1)
    #expect(scenario.problems.first?.contains("insufficient resources") == true)
    scenario.store.finish()
  }

  @Test func whatHindersIsToldAfterAWhile() throws {
    var scenario = Scenario()
    scenario.connect()
    let token = try scenario.take { if case .look(let token, _) = $0 { token } else { nil } }
    scenario.store.send(
      .looked(token, .failure(NATSFailure(.unreachable, "JetStream is not enabled"))))
    #expect(scenario.status.state == .away)
    #expect(scenario.problems.isEmpty)
    scenario.advance(11)
    #expect(scenario.problems.first?.contains("JetStream is not enabled") == true)
    scenario.store.send(try scenario.wait())
    try scenario.look([Scenario.stream(last: 0)], Scenario.journal(0))
    #expect(scenario.problems.isEmpty)
    #expect(scenario.status.state == .live)
    scenario.store.finish()
  }

  @Test func aStreamIsMadeAnewWhenTold() throws {
    var scenario = Scenario()
    scenario.connect()
    try scenario.look([Scenario.stream(last: 1)], Scenario.journal(1))
    let learning = try scenario.read()
    #expect(learning.query.after == 0)
    scenario.store.send(.received(1, .rebuild))
    let status = try scenario.take {
      if case .reply(1, let result) = $0 { result } else { nil }
    }.get().decode(as: BridgeStatus.self)
    #expect(status.stream == "standups_e1e1e1e1_0")
    try scenario.look([Scenario.stream(last: 1)], Scenario.journal(1))
    #expect(try scenario.change() == .drop("standups_e1e1e1e1_0"))
    _ = try scenario.take { if case .look(let token, _) = $0 { token } else { nil } }
    // An earlier page has no effect.
    scenario.store.send(.page(learning.token, .success(Scenario.page(1...1))))
    scenario.store.finish()
  }

  @Test func aStreamThatIsLeftIsRemovedWhenTold() throws {
    var scenario = Scenario()
    scenario.connect()
    let left = Scenario.stream(last: 7, epoch: "00000000")
    var old = left
    old.subjects = ["standups.left.x"]
    try scenario.look([old, Scenario.stream(last: 0)], Scenario.journal(0))
    func refusal(_ caller: Int) throws -> BusError.Code? {
      let result = try scenario.take {
        if case .reply(caller, let result) = $0 { result } else { nil }
      }
      guard case .failure(let error) = result else { return nil }
      return error.code
    }
    scenario.store.send(.received(1, .remove("standups_e1e1e1e1_0")))
    #expect(try refusal(1) == .conflict)
    scenario.store.send(.received(2, .remove("standups_e1e1e1e1_9")))
    #expect(try refusal(2) == .notFound)
    scenario.store.send(.received(3, .remove(old.name)))
    scenario.store.expect(.remove(3, old.name))
    scenario.store.send(.removed(3, old.name, nil))
    #expect(try refusal(3) == nil)
    #expect(scenario.status.left.isEmpty)
    scenario.store.finish()
  }
}
