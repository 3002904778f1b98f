import Bus
import Documents
import FastJSON
import Foundation
import PersistenceAPI
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import Composition
@testable import RouterService

/// The effects of several decisions that a service sends together.
@Suite struct BatchTests {
  private let published = Recorder<[Publication]>()
  private let cause = Header(idem: "key")

  private func outcomes(
    _ decisions: [BatchedDecision], term: String? = nil, _ caller: ScriptedCaller
  ) async throws -> [BatchedOutcome] {
    let published = published
    return try await Integration.standups().tell(
      BatchDecided(decisions: decisions, term: term), caller, from: "standups", cause: cause
    ) { published.record($0) }.outcomes
  }

  private func decision(_ event: String, _ changes: [DocumentChange] = []) -> BatchedDecision {
    BatchedDecision(
      changes: changes, events: [Sample.event(event)], cause: Header.freshID().lowercaseText,
      correlation: Header.freshID().lowercaseText, by: "tool/a")
  }

  /// Persistence that accepts everything.
  private let accepting = ScriptedCaller { command in
    let batch = try #require(command as? CommitBatch)
    return CommitBatch.Reply(
      epoch: "epoch",
      results: batch.commits.indices.map {
        BatchedResult(positions: [EventPosition(sequence: Int64($0) + 1)])
      })
  }

  @Test func aBatchIsOneCommandAndOnePublication() async throws {
    let decisions = [
      decision("e1", [.put(Sample.document)]),
      BatchedDecision(changes: [], events: [Sample.event("e2")]),
    ]
    #expect(
      try await outcomes(decisions, term: "t", accepting) == [BatchedOutcome(), BatchedOutcome()])
    let sent = try #require(accepting.sent.values.first as? CommitBatch)
    #expect(accepting.sent.values.count == 1)
    #expect(sent.term == WriterTerm(owner: "standups", id: "t"))
    #expect(sent.commits.map(\.changes) == [[.put(Sample.document)], []])
    // A decision of the service itself results from the message of the batch.
    let own = cause.id.lowercaseText
    #expect(sent.commits.map(\.causation) == [decisions[0].cause, own])
    #expect(sent.commits.map(\.correlation) == [decisions[0].correlation, own])
    #expect(sent.commits.map(\.by) == ["tool/a", nil])
    #expect(accepting.options.values[0].idempotencyKey == "key/persistence.commitBatch")
    #expect(published.values.map { $0.map(\.event.id) } == [["e1", "e2"]])
    #expect(published.values.first?.map(\.event.number) == [1, 2])
    #expect(published.values.first?.map(\.event.correlationid) == sent.commits.map(\.correlation))
  }

  /// Other services learn of these, or the decision is denied: its own message has the consequences.
  @Test func anUnusualDecisionIsLeftToTheServiceToSendAlone() async throws {
    let meeting = Meeting.ID(UUID())
    let foreign = Document(collection: "webhooks", id: "1", body: .emptyObject)
    var forged = decision("e5")
    forged.by = "tool/\n"
    let decisions = [
      decision("e1"),
      decision("e2", [.erase(Erasure(meeting: meeting))]),
      decision("e3", [.setTeam(collection: "meetings", parent: "p", team: "t")]),
      decision("e4", [.put(foreign)]),
      forged,
    ]
    #expect(
      try await outcomes(decisions, accepting) == [
        BatchedOutcome(), .alone, .alone, .alone, .alone,
      ]
    )
    let sent = try #require(accepting.sent.values.first as? CommitBatch)
    #expect(sent.commits.map { $0.events.map(\.id) } == [["e1"]])
  }

  @Test func nothingIsSentForDecisionsThatAllTravelAlone() async throws {
    let erasing = decision("e1", [.erase(Erasure(standup: "s"))])
    #expect(try await outcomes([erasing], accepting) == [.alone])
    #expect(accepting.sent.values.isEmpty && published.values.isEmpty)
  }

  @Test func eachDecisionHasTheOutcomeOfItsCommit() async throws {
    let conflict = BusError(.conflict, "It exists.", detail: ["document": "1"])
    let earlier = RawJSON(unchecked: Array(#"{"id":"1"}"#.utf8))
    let stored = JournalEvent(event: Sample.event("e0"), sequence: 1, epoch: "epoch")
    let caller = ScriptedCaller { _ in
      CommitBatch.Reply(
        epoch: "epoch",
        results: [
          BatchedResult(positions: [EventPosition(sequence: 2)]),
          BatchedResult(error: conflict),
          BatchedResult(events: [stored], isRepeated: true, repeated: earlier),
          BatchedResult(error: BusError(.unavailable, "Locked.", retryable: true)),
          BatchedResult(error: BusError(.tooLarge, "Too large.")),
          BatchedResult(error: BusError(.unavailable, "Full.", retryable: false)),
        ])
    }
    let found = try await outcomes((1...6).map { decision("e\($0)") }, caller)
    #expect(
      found == [
        BatchedOutcome(), BatchedOutcome(error: conflict), BatchedOutcome(repeated: earlier),
        .alone, .alone,
        BatchedOutcome(error: BusError(.unavailable, "Full.", retryable: false)),
      ])
    #expect(published.values.map { $0.map(\.event.id) } == [["e1", "e0"]])
    #expect(published.values.first?.map(\.isRepeated) == [false, true])
    #expect(published.values.first?.map(\.isEarlier) == [false, true])
  }

  /// An older persistence service does not know the command.
  @Test(arguments: [BusError.Code.tooLarge, .unroutable])
  func aBatchThatPersistenceRefusesIsNotADeadLetter(_ code: BusError.Code) async throws {
    let caller = ScriptedCaller { _ in throw BusError(code, "Refused.") }
    #expect(try await outcomes([decision("e1"), decision("e2")], caller) == [.alone, .alone])
    #expect(published.values.isEmpty)
  }

  @Test func aBatchWithoutAReplyFailsAsAWhole() async throws {
    let caller = ScriptedCaller { _ in throw BusError(.unavailable, "persistence is unavailable.") }
    let error = await #expect(throws: BusError.self) {
      try await outcomes([decision("e1")], caller)
    }
    #expect(error?.code == .unavailable)
    let fewer = ScriptedCaller { _ in CommitBatch.Reply(epoch: "epoch", results: []) }
    let short = await #expect(throws: BusError.self) { try await outcomes([decision("e1")], fewer) }
    #expect(short?.code == .unavailable && short?.retryable == true)
  }
}
