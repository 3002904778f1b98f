import BridgeAPI
import Bus
import Documents
import FastJSON
import Foundation
import TestSupport
import Testing

@testable import BridgeService

/// Published events, and the reactions to NATS's replies.
@Suite struct PublishingTests {
  @Test func eventsGoOutInTheirPlaces() throws {
    var scenario = Scenario()
    let round = try scenario.publishThree()
    scenario.advance(0.25)
    scenario.store.send(.nats(.acknowledged(round: round, through: 2)))
    scenario.store.expect(.took([250, 250]))
    #expect(scenario.status.sequence == 2)
    #expect(scenario.status.behind == 1)
    // A reply of an earlier round, or beyond the sent events, has no effect.
    scenario.store.send(.nats(.acknowledged(round: round - 1, through: 3)))
    scenario.store.send(.nats(.acknowledged(round: round, through: 9)))
    #expect(scenario.status.sequence == 2)
    scenario.store.send(.nats(.acknowledged(round: round, through: 3)))
    scenario.store.expect(.took([250]))
    #expect(scenario.status.published == 3)
    // New events are read at once.
    scenario.store.send(.published(type: "meeting.started", Scenario.head(4)))
    let (token, query) = try scenario.read()
    #expect(query.after == 3)
    scenario.store.send(.page(token, .success(Scenario.page(4...4))))
    #expect(try scenario.sent().messages.map(\.after) == [3])
    scenario.store.finish()
  }

  /// Another bridge was first, or a message was lost: the stream reports its position.
  @Test func afterARefusalTheStreamIsAsked() throws {
    var scenario = Scenario()
    let round = try scenario.publishThree()
    let failure = NATSFailure(.wrongLastSequence, "wrong last sequence: 2")
    scenario.store.send(.nats(.refused(round: round, failure)))
    // It also checks that the stream's event at the first rejected position is the right one.
    #expect(
      scenario.store.pending == [.look(scenario.store.state.nextToken - 1, checking: 1)])
    try scenario.look([Scenario.stream(last: 2)], Scenario.journal(3))
    #expect(try scenario.read().query.after == 2)
    // The rest of the window failed with it.
    scenario.store.send(.nats(.refused(round: round, failure)))
    scenario.store.finish()
  }

  @Test func whoIsRefusedAgainAndAgainWaits() throws {
    var scenario = Scenario()
    var round = try scenario.publishThree()
    for attempt in 1...4 {
      scenario.store.send(
        .nats(.refused(round: round, NATSFailure(.wrongLastSequence, "wrong"))))
      if attempt == 4 { break }
      try scenario.look([Scenario.stream(last: 0)], Scenario.journal(3))
      let token = try scenario.read().token
      scenario.store.send(.page(token, .success(Scenario.page(1...3))))
      round = try scenario.sent().round
      _ = try scenario.wait()
    }
    let action = try scenario.wait()
    guard case .goOn = action else { throw Unexpected("\(action)") }
    scenario.store.finish()
  }

  @Test func aServerThatAcknowledgesNothingIsAskedForItsStreams() throws {
    var scenario = Scenario()
    let round = try scenario.publishThree()
    scenario.store.send(.check(round: round, position: 0))
    _ = try scenario.take { if case .look(let token, _) = $0 { token } else { nil } }
    #expect(scenario.status.state == .away)
    scenario.store.finish()
  }

  @Test func progressIsWatchedOn() throws {
    var scenario = Scenario()
    let round = try scenario.publishThree()
    scenario.store.send(.nats(.acknowledged(round: round, through: 1)))
    scenario.store.expect(.took([0]))
    scenario.store.send(.check(round: round, position: 0))
    #expect(try scenario.wait() == .check(round: round, position: 1))
    scenario.store.finish()
  }

  @Test func onlyAWindowIsOnItsWay() throws {
    var scenario = Scenario()
    scenario.connect()
    try scenario.look([Scenario.stream(last: 0)], Scenario.journal(5000))
    var token = try scenario.read().token
    scenario.store.send(.page(token, .success(Scenario.page(1...1000, head: 5000, hasMore: true))))
    scenario.store.expect(.listen(["meeting.started"]))
    let (round, messages) = try scenario.sent()
    #expect(messages.count == BridgeReducer.window.messages)
    _ = try scenario.wait()
    token = try scenario.read().token
    scenario.store.send(
      .page(token, .success(Scenario.page(1001...2000, head: 5000, hasMore: true))))
    // No more is sent, and no more is read.
    scenario.store.send(.nats(.acknowledged(round: round, through: 10)))
    _ = try scenario.take { if case .took(let times) = $0 { times.count } else { nil } }
    #expect(try scenario.sent().messages.map(\.after) == Array(1000..<1010))
    _ = try scenario.read()
    scenario.store.finish()
  }

  /// Events read long ago, or possibly erased since, are read again.
  @Test func whatWasReadLongAgoIsReadAgain() throws {
    var scenario = Scenario()
    scenario.connect()
    try scenario.look([Scenario.stream(last: 0)], Scenario.journal(1500))
    var token = try scenario.read().token
    scenario.store.send(.page(token, .success(Scenario.page(1...1000, head: 1500, hasMore: true))))
    scenario.store.expect(.listen(["meeting.started"]))
    let round = try scenario.sent().round
    _ = try scenario.wait()
    token = try scenario.read().token
    scenario.store.send(.page(token, .success(Scenario.page(1001...1500))))
    scenario.advance(11)
    scenario.store.send(.nats(.acknowledged(round: round, through: 1000)))
    _ = try scenario.take { if case .took(let times) = $0 { times.count } else { nil } }
    let again = try scenario.read()
    #expect(again.query.after == 1000)
    scenario.store.send(.published(type: "meeting.erased", Scenario.head(1501)))
    #expect(try scenario.read().query.after == 1000)
    // An earlier page has no effect.
    scenario.store.send(.page(again.token, .success(Scenario.page(1001...1500))))
    scenario.store.finish()
  }

  @Test func anEventThatIsTooLargeKeepsItsPlaceAndItsHead() throws {
    var scenario = Scenario()
    scenario.connect(maxPayload: 2000)
    try scenario.look([Scenario.stream(last: 0)], Scenario.journal(2))
    let token = try scenario.read().token
    let large = try RawJSON(encoding: ["text": String(repeating: "x", count: 2000)])
    scenario.store.send(
      .page(token, .success(Scenario.page([Scenario.event(1, data: large), Scenario.event(2)]))))
    scenario.store.expect(.listen(["meeting.started"]))
    let messages = try scenario.sent().messages
    _ = try scenario.wait()
    #expect(messages.map(\.after) == [0, 1])
    let event = try BusJSON.decode(CloudEvent.self, from: Data(messages[0].body))
    #expect(event.id == "event-1")
    #expect(try event.data.decode(as: BridgeDataOmitted.self).omittedBytes > 2000)
    #expect(scenario.status.omitted == 1)
    #expect(scenario.problems.contains { $0.contains("max_payload") })
    scenario.store.finish()
  }

  /// A damaged disk loses the events on it, but later ones keep their positions.
  @Test func whatTheJournalHasLostKeepsItsPlace() throws {
    var scenario = Scenario()
    scenario.connect()
    try scenario.look([Scenario.stream(last: 0)], Scenario.journal(5))
    let token = try scenario.read().token
    scenario.store.send(
      .page(
        token,
        .success(
          Scenario.page([Scenario.event(1), Scenario.event(4)], head: 5, resume: 5))))
    scenario.store.expect(.listen(["meeting.started"]))
    let messages = try scenario.sent().messages
    _ = try scenario.wait()
    #expect(
      messages.map(\.subject) == [
        "standups.t.%.meeting.started.m", "standups.t.%.bridge.missing.2",
        "standups.t.%.bridge.missing.3", "standups.t.%.meeting.started.m",
        "standups.t.%.bridge.missing.5",
      ])
    scenario.store.finish()
  }

  @Test func anotherJournalIsAnotherStream() throws {
    var scenario = Scenario()
    _ = try scenario.publishThree()
    scenario.store.send(.beat(JournalHead(epoch: "other", head: 1)))
    _ = try scenario.take { if case .look(let token, _) = $0 { token } else { nil } }
    scenario.store.finish()
  }

  /// Without published events, the loss of the stream would not be noticed.
  @Test func aStreamThatIsIdleIsLookedAtNowAndThen() throws {
    var scenario = Scenario()
    scenario.connect()
    try scenario.look([Scenario.stream(last: 0)], Scenario.journal(0))
    for _ in 1..<BridgeReducer.heartbeatsBetweenChecks {
      scenario.store.send(.beat(Scenario.head(0)))
    }
    scenario.store.send(.beat(Scenario.head(0)))
    try scenario.look([], Scenario.journal(0))
    #expect(try scenario.change() == .make("standups_e1e1e1e1_0"))
    _ = try scenario.take { if case .look(let token, _) = $0 { token } else { nil } }
    scenario.store.finish()
  }
}
