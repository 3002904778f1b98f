import Bus
import Documents
import FastJSON
import FocusAPI
import Foundation
import Testing

@testable import FocusService

/// Loading of saved data.
@Suite struct LoadingTests {
  private func scenario() throws -> Scenario {
    try Scenario { state, _, _ in state.commands.phase = .idle }
  }

  private func document(_ person: String, _ focus: SavedFocus) throws -> Document {
    Document(collection: "focus", id: person, body: try RawJSON(encoding: focus))
  }

  private static func query(after: String? = nil) -> DocumentQuery {
    DocumentQuery(collection: "focus", after: after, limit: 1000)
  }

  @Test func allIsLoadedAndTheParentIsToldOfWhatRuns() throws {
    var scenario = try scenario()
    let (ann, bob) = (scenario.ann, scenario.bob)
    let run = SavedFocus.Run(durationMs: 10_000, clock: scenario.time.clock(since: 0))
    scenario.store.send(.start)
    scenario.store.expect(.loadPage(Self.query()))
    let early = scenario.send(.get(ann))
    let first = try document("bob", SavedFocus(title: "Mail"))
    scenario.store.send(
      .loaded(.success(DocumentPage(documents: [first], next: "n", total: 2)))
    ) { $0.put(SavedFocus(title: "Mail"), of: bob) }
    scenario.store.expect(.loadPage(Self.query(after: "n")))
    scenario.time.advance(6000)
    let second = try document("ann", SavedFocus(title: "Report", run: run))
    scenario.store.send(.loaded(.success(DocumentPage(documents: [second], total: 2)))) {
      $0.put(SavedFocus(title: "Report", run: run), of: ann)
    }
    scenario.store.expect(.ready)
    #expect(try scenario.reply(to: early, Focus.self).elapsedMs == 6000)
    #expect(
      try scenario.clocks()
        == [FocusClock(person: "ann", durationMs: 10_000, clock: run.clock)])
    scenario.finish()
  }

  @Test func aStoreThatIsAwayIsAskedAgain() throws {
    var scenario = try scenario()
    scenario.store.send(.start)
    scenario.store.expect(.loadPage(Self.query()))
    scenario.store.send(.loaded(.success(DocumentPage(documents: [], next: "n", total: 2))))
    scenario.store.expect(.loadPage(Self.query(after: "n")))
    scenario.store.send(.loaded(.failure(.away)))
    scenario.store.expect(.wait(ms: 500, then: .retryLoading))
    scenario.store.send(.retryLoading)
    scenario.store.expect(.loadPage(Self.query(after: "n")))
    scenario.store.send(.drain)
    scenario.store.send(.loaded(.failure(.away)))
    scenario.store.expect(.wait(ms: 500, then: .retryLoading))
    scenario.store.send(.retryLoading)
    scenario.finish()
  }

  @Test func onlySoManyWaitForIt() throws {
    var scenario = try scenario()
    for _ in 0..<FocusState.maxWaiting { scenario.send(.get(scenario.ann)) }
    let get = scenario.send(.get(scenario.ann))
    try scenario.error(to: get, .unavailable)
    scenario.store.send(.drain)
    for caller in 1...FocusState.maxWaiting { try scenario.error(to: caller, .draining) }
    scenario.finish()
  }

  private func problems(_ scenario: Scenario) -> [String] {
    FocusReducer(defaultMs: Scenario.defaultMs).problems(scenario.store.state)
  }

  @Test func whatCannotBeReadIsNotOverwritten() throws {
    var scenario = try scenario()
    let ann = scenario.ann
    scenario.store.send(.start)
    scenario.store.expect(.loadPage(Self.query()))
    let documents = ["ann", "a/b"].map {
      Document(collection: "focus", id: $0, body: .emptyObject)
    }
    scenario.store.send(.loaded(.success(DocumentPage(documents: documents, total: 2)))) {
      $0.unreadable = [ann, Person(id: "a/b")]
    }
    scenario.store.expect(.ready)
    for command in [
      FocusCommand.get(ann), .setTitle(ann, "x"), .start(ann, title: "x", durationMs: nil),
    ] {
      let caller = scenario.send(command)
      try scenario.error(to: caller, .conflict)
    }
    let timeUp = scenario.send(.timeUp(ann))
    #expect(try scenario.reply(to: timeUp, Done.self) == Done())
    #expect(problems(scenario).contains { $0.contains("standups focus stop --person ann") })
    // A caller that stops it needs no further loading.
    let stop = scenario.send(.stop(ann))
    let commit = try scenario.commit([]) { $0.unreadable = [Person(id: "a/b")] }
    #expect(commit.changes == [.delete(collection: "focus", id: "ann")])
    #expect(try scenario.reply(to: stop, StopFocus.Reply.self).focus.isRunning == false)
    #expect(problems(scenario).count == 1)
    scenario.finish()
  }
}
