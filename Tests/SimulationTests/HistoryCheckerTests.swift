import StandupsAPI
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

  /// The findings for the sendings of one command, each of which resulted in this number of events.
  private func found(
    _ what: History.What, _ outcomes: [(History.Outcome, events: Int)], type: String
  ) -> [Invariant] {
    var history = History()
    var effects: [String: [String: Int]] = [:]
    for (index, outcome) in outcomes.enumerated() {
      let number = history.begin("k", what, atMs: Int64(10 * index), id: "id-\(index)")
      history.end(number, outcome.0, atMs: Int64(10 * index + 5))
      effects["id-\(index)"] = [type: outcome.events]
    }
    return HistoryChecker.findings(history, titles: [:], effects: effects, atMs: 100)
      .map(\.invariant)
  }

  @Test func aCommandHasOneEvent() {
    let done = History.Outcome.acknowledged(revision: nil)
    let (write, type) = (History.What.write(standup: "s", text: "t"), UpdateWritten.type)
    #expect(found(write, [(done, 1), (done, 0)], type: type) == [])
    #expect(found(write, [(done, 1), (done, 1)], type: type) == [.doneOnce])
    #expect(found(write, [(done, 0)], type: type) == [.acknowledgedIsKept])
    #expect(found(write, [(.refused("conflict"), 1)], type: type) == [.refusedIsNotDone])
    #expect(found(write, [(.unknown("away"), 1)], type: type) == [])
  }

  @Test func anUndoHasOneEvent() {
    let done = History.Outcome.acknowledged(revision: nil)
    let undo = History.What.undo(meeting: "m")
    for type in [MeetingUndone.type, MeetingReopened.type] {
      #expect(found(undo, [(done, 1)], type: type) == [])
      #expect(found(undo, [(done, 2)], type: type) == [.doneOnce])
    }
    #expect(found(undo, [(done, 0)], type: MeetingUndone.type) == [.acknowledgedIsKept])
  }

  @Test func aNewOrderMayChangeNothing() {
    let done = History.Outcome.acknowledged(revision: nil)
    let reorder = History.What.reorder(meeting: "m")
    #expect(found(reorder, [(done, 0)], type: MeetingAgendaChanged.type) == [])
    #expect(found(reorder, [(done, 2)], type: MeetingAgendaChanged.type) == [.doneOnce])
  }
}
