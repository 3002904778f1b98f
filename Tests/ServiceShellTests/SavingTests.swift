import Bus
import Documents
import FastJSON
import TestSupport
import Testing
import ZeroMQ

@testable import ServiceShell

/// Decisions of one turn are sent together, and each keeps its own outcome.
@Suite struct SavingTests {
  private let loop: SocketLoop

  init() throws { loop = try SocketLoop(name: "saving-test") }

  /// Runs commands that save, all in the same turn, and returns the results in the order of the
  /// commands.
  private func results(
    of count: Int, _ shell: ServiceShell<TestLogic>,
    _ header: @escaping @Sendable (Int) -> Header = { _ in Header() }
  ) async -> [Result<String, BusError>] {
    let answers = Recorder<(number: Int, result: Result<String, BusError>)>()
    await loop.run {
      for number in 0..<count {
        shell.run(.save, header(number)) { result in
          answers.record(
            (number, result.map { $0.string ?? "" }.mapError { BusError(any: $0) }))
        }
      }
    }
    return await answers.wait(for: count).sorted { $0.number < $1.number }.map(\.result)
  }

  private func shell(_ delegate: ScriptedDelegate) -> ServiceShell<TestLogic> {
    ServiceShell(
      TestLogic(), on: loop, delegate: delegate, sleeper: TestClock(), savesTogether: true)
  }

  /// The number of decisions in each message.
  private func sizes(_ delegate: ScriptedDelegate) -> [Int] {
    delegate.told.values.map { ($0 as? BatchDecided)?.decisions.count ?? 1 }
  }

  @Test func oneDecisionTravelsAlone() async throws {
    let delegate = ScriptedDelegate { _ in CommitOutcome() }
    #expect(await results(of: 1, shell(delegate)) == [.success("saved")])
    #expect(delegate.told.values.allSatisfy { $0 is ChangesDecided })
    await loop.stop()
  }

  @Test func decisionsOfOneTurnTravelTogetherWithTheirCauses() async throws {
    let delegate = ScriptedDelegate { message in
      guard let batch = message as? BatchDecided else { return CommitOutcome() }
      return BatchDecided.Reply(outcomes: batch.decisions.map { _ in BatchedOutcome() })
    }
    let headers = (0..<3).map { Header(corr: Header.freshID(), by: "tool/\($0)") }
    let found = await results(of: 3, shell(delegate)) { headers[$0] }
    #expect(found == Array(repeating: .success("saved"), count: 3))
    let batch = try #require(delegate.told.values.first as? BatchDecided)
    #expect(delegate.told.values.count == 1)
    #expect(batch.decisions.map(\.cause) == headers.map { $0.id.lowercaseText })
    #expect(batch.decisions.map(\.correlation) == headers.map { $0.corr?.lowercaseText })
    #expect(batch.decisions.map(\.by) == ["tool/0", "tool/1", "tool/2"])
    #expect(batch.term != nil)
    await loop.stop()
  }

  @Test func manyDecisionsAreSeveralBatches() async throws {
    let delegate = ScriptedDelegate { message in
      guard let batch = message as? BatchDecided else { return CommitOutcome() }
      return BatchDecided.Reply(outcomes: batch.decisions.map { _ in BatchedOutcome() })
    }
    let count = 2 * BatchDecided.maxDecisions + 1
    let found = await results(of: count, shell(delegate))
    #expect(found == Array(repeating: .success("saved"), count: count))
    #expect(sizes(delegate) == [BatchDecided.maxDecisions, BatchDecided.maxDecisions, 1])
    await loop.stop()
  }

  @Test func eachDecisionHasItsOwnOutcome() async throws {
    let conflict = BusError(.conflict, "It exists.")
    let delegate = ScriptedDelegate { message in
      guard message is BatchDecided else { throw BusError(.invalid, "Sent alone.") }
      return BatchDecided.Reply(outcomes: [
        BatchedOutcome(), BatchedOutcome(error: conflict), .alone, BatchedOutcome(),
      ])
    }
    let found = await results(of: 4, shell(delegate))
    #expect(
      found == [
        .success("saved"), .failure(conflict), .failure(BusError(.invalid, "Sent alone.")),
        .success("saved"),
      ])
    #expect(sizes(delegate) == [4, 1])
    await loop.stop()
  }

  @Test func aBatchThatIsRefusedIsSentOneByOne() async throws {
    let delegate = ScriptedDelegate { message in
      if message is BatchDecided { throw BusError(.unbound, "No binding.") }
      return CommitOutcome()
    }
    let shell = shell(delegate)
    #expect(await results(of: 2, shell) == [.success("saved"), .success("saved")])
    // This router does not know the message, so it is not sent again.
    #expect(await results(of: 2, shell) == [.success("saved"), .success("saved")])
    #expect(sizes(delegate) == [2, 1, 1, 1, 1])
    await loop.stop()
  }

  @Test func afterAFailedBatchDecisionsTravelAloneUntilOneIsSaved() async throws {
    let delegate = ScriptedDelegate { message in
      guard let batch = message as? BatchDecided else { return CommitOutcome() }
      guard batch.decisions.count == 2 else {
        return BatchDecided.Reply(outcomes: batch.decisions.map { _ in BatchedOutcome() })
      }
      throw BusError(.unavailable, "The disk fails.", retryable: false)
    }
    let shell = shell(delegate)
    let failed = await results(of: 2, shell)
    #expect(failed.allSatisfy { $0.failure?.code == .unavailable })
    #expect(await shell.problems.count == 1)
    #expect(await results(of: 2, shell) == [.success("saved"), .success("saved")])
    #expect(await shell.problems.isEmpty)
    #expect(await results(of: 3, shell).count == 3)
    #expect(sizes(delegate) == [2, 1, 1, 3])
    await loop.stop()
  }

  @Test func anOutcomeOfAnEarlierWriterEpochStartsTheServiceOver() async throws {
    let begun = Recorder<Void>()
    let delegate = ScriptedDelegate { message in
      if message is TermBegun { begun.record(()) }
      guard let batch = message as? BatchDecided else { return Done() }
      let error = BusError(.conflict, "The term is over.", detail: ["store": "superseded"])
      return BatchDecided.Reply(outcomes: batch.decisions.map { _ in BatchedOutcome(error: error) })
    }
    let found = await results(of: 2, shell(delegate))
    #expect(found.allSatisfy { $0.failure?.code == .unavailable && $0.failure?.retryable == true })
    // Once, not once for each decision.
    await begun.wait(for: 1)
    await loop.stop()
    #expect(begun.values.count == 1)
  }

  @Test func anErasureTravelsAlone() {
    let document = Document(collection: "c", id: "1", body: .emptyObject)
    #expect(ChangesDecided(changes: [.put(document), .insert(document)]).mayBeBatched)
    #expect(!ChangesDecided(changes: [.put(document), .erase(.removed)]).mayBeBatched)
    let move = DocumentChange.setTeam(collection: "c", parent: "p", team: "t")
    #expect(!ChangesDecided(changes: [move]).mayBeBatched)
  }

  @Test func aDecisionThatIsTooLargeForABatchTravelsAloneInItsPlace() {
    func saving(_ id: String, bytes: Int) -> Saving<String> {
      let document = Document(
        collection: "c", id: id, body: .emptyObject,
        searchText: String(repeating: "x", count: bytes)
      )
      return Saving(changes: ChangesDecided(changes: [.put(document)]), cause: nil, timeoutMs: 1) {
        _ in id
      }
    }
    let sizes = [1, 1, BatchDecided.maxBytes, 1, 1]
    let savings = sizes.enumerated().map { saving("\($0)", bytes: $1) }
    let groups = Saving.groups(of: savings).map { group in
      group.map { $0.changes.changes.first?.document?.id }
    }
    #expect(groups == [["0", "1"], ["2"], ["3", "4"]])
    #expect(Saving.groups(of: [savings[2]]).map(\.count) == [1])
    #expect(Saving<String>.groups(of: []).isEmpty)
  }
}
