import Testing

@testable import Simulation

/// Histories with a wrong reply to a client.
@Suite struct HistoryCheckerTests {
  private let create = History.What.create(standup: "s", title: "t")

  /// The findings for the sendings of one command, in order, and a journal that has its title this many times.
  private func found(
    _ outcomes: [History.Outcome], what: History.What? = nil, written: [Int] = []
  ) -> [Invariant] {
    var history = History()
    for (index, outcome) in outcomes.enumerated() {
      let number = history.begin("k", what ?? create, atMs: Int64(10 * index))
      if outcome != .pending { history.end(number, outcome, atMs: Int64(10 * index + 5)) }
    }
    return HistoryChecker.findings(history, titles: ["t": written], atMs: 100).map(\.invariant)
  }

  @Test func asItShouldBe() {
    #expect(found([.acknowledged(revision: 1)], written: [1]) == [])
    #expect(found([.unknown("away")], written: [1]) == [])
    #expect(found([.unknown("away")]) == [])
    #expect(found([.refused("conflict")]) == [])
    #expect(found([.unknown("away"), .acknowledged(revision: 1)], written: [1]) == [])
    #expect(found([.refused("conflict"), .acknowledged(revision: 1)], written: [1]) == [])
  }

  @Test func aLostWrite() {
    #expect(found([.acknowledged(revision: 1)]) == [.acknowledgedIsKept])
  }

  @Test func aWriteThatIsAnotherOne() {
    #expect(found([.acknowledged(revision: 2)], written: [3]) == [.acknowledgedIsKept])
  }

  @Test func aDoubledWrite() {
    #expect(found([.unknown("away")], written: [1, 2]) == [.doneOnce])
  }

  @Test func twoAnswers() {
    #expect(
      found([.acknowledged(revision: 1), .acknowledged(revision: 2)], written: [1]) == [.doneOnce])
  }

  @Test func aRefusalThatHadBeenDone() {
    #expect(found([.refused("conflict")], written: [1]) == [.refusedIsNotDone])
    #expect(
      found([.acknowledged(revision: 1), .refused("conflict")], written: [1])
        == [.refusedIsNotDone])
  }

  @Test func noAnswer() {
    #expect(found([.pending]) == [.answersCome])
  }
}
