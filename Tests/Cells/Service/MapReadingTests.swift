import Bus
import Cells
import CellsAPI
import Testing

@testable import CellsService

/// Reading the map, and the resulting notifications.
@Suite struct MapReadingTests {
  @Test func withoutCellsNothingIsDone() throws {
    var scenario = Scenario(cell: nil)
    scenario.store.send(.start)
    scenario.store.expect(.ready)
    scenario.store.send(.received(7, .share))
    #expect(try scenario.reply(CellShare.self) == .everything)
    scenario.store.send(.received(7, .list))
    #expect(try scenario.reply(CellsStatus.self) == CellsStatus())
    #expect(try scenario.refusal(of: .add(name: "north", router: "tcp://n")) == .invalid)
    #expect(scenario.problems.isEmpty)
    scenario.store.finish()
  }

  @Test func nothingIsSaidBeforeTheMapWasRead() throws {
    var scenario = Scenario()
    scenario.store.send(.start)
    scenario.store.expect(.read(1, known: nil))
    #expect(try scenario.refusal(of: .share) == .unavailable)
    #expect(try scenario.refusal(of: .list) == .unavailable)
    scenario.store.send(.read(1, .failure(.away("no route"))))
    scenario.store.expect(Scenario.pause)
    #expect(!scenario.reducer.isReady(scenario.store.state))
    #expect(scenario.reducer.obstacle(scenario.store.state)?.contains("no route") == true)
    scenario.store.send(.readAgain)
    scenario.store.expect(.read(2, known: nil))
    let map = try Scenario.map(3, ("north", "0-1023"))
    scenario.store.send(.read(2, .success(map)))
    scenario.store.expect(.ready)
    #expect(scenario.reducer.isReady(scenario.store.state))
    #expect(scenario.reducer.obstacle(scenario.store.state) == nil)
    #expect(try scenario.told() == Scenario.share(3, "0-1023"))
    scenario.store.expect(Scenario.pause)
    scenario.store.finish()
  }

  @Test func aDatabaseThatIsAwayChangesNothing() throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(3, ("north", "0-1023")))
    for _ in 0..<3 {
      try scenario.look(.failure(.away("no route")))
      scenario.store.expect(Scenario.pause)
      scenario.advance(4)
    }
    #expect(scenario.problems.count == 1 && scenario.problems[0].contains("no route"))
    scenario.store.send(.received(7, .share))
    #expect(try scenario.reply(CellShare.self) == Scenario.share(3, "0-1023"))
    #expect(scenario.reducer.isReady(scenario.store.state))
    try scenario.look(.success(nil))
    scenario.store.expect(Scenario.pause)
    #expect(scenario.problems.isEmpty)
  }

  @Test func aMapThatMakesNoSenseIsRefusedAsAWhole() throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(3, ("north", "0-1023")))
    try scenario.look(.failure(.refused("It has the slot 1024.")))
    scenario.store.expect(Scenario.pause)
    #expect(scenario.problems.count == 1 && scenario.problems[0].contains("slot 1024"))
    #expect(scenario.store.state.map?.version == 3)
    try scenario.look(.success(nil))
    scenario.store.expect(Scenario.pause)
    #expect(scenario.problems.isEmpty)
  }

  @Test func aCellThatIsNotInTheMapHasNothingAndSaysSo() throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(0))
    #expect(scenario.reducer.share(scenario.store.state) == (try Scenario.share(0, "")))
    #expect(
      scenario.problems == [
        "This cell is not in the cell map; add it with “standups cells add north --router tcp://…”."
      ])
  }

  /// Only changes of this cell's slots, and of the places of others, are reported.
  @Test func whatChangesForThisCellIsTold() throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(3, ("north", "0-1023")))
    // A cell without slots is not reported.
    try scenario.look(.success(Scenario.map(4, ("north", "0-1023"), ("south", ""))))
    scenario.store.expect(Scenario.pause)
    try scenario.look(.success(Scenario.map(5, ("north", "0-511"), ("south", "512-1023"))))
    #expect(try scenario.told() == Scenario.share(5, "0-511", ("south", "512-1023")))
    scenario.store.expect(.look(try #require(SlotSet("512-1023"))))
    scenario.store.expect(Scenario.pause)
    scenario.store.finish()
  }

  /// One notification at a time, only the latest, until it is accepted.
  @Test func itIsToldUntilItIsTaken() throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(3, ("north", "0-1023")))
    try scenario.look(.success(Scenario.map(4, ("north", "0-9"))))
    let first = try scenario.told()
    scenario.store.expect(Scenario.pause)
    for version: Int64 in 5...6 {
      try scenario.look(.success(Scenario.map(version, ("north", "0-\(version)"))))
      scenario.store.expect(Scenario.pause)
    }
    let error = BusError(.unavailable, "Nobody is there.")
    scenario.store.send(.told(first, error))
    scenario.store.expect(.wait(ms: 1000, then: .tellAgain))
    scenario.store.send(.tellAgain)
    let latest = try scenario.told()
    #expect(latest == (try Scenario.share(6, "0-6")))
    for ms in [2000, 4000, 8000, 16_000, 32_000, 32_000] {
      scenario.store.send(.told(latest, error))
      scenario.store.expect(.wait(ms: ms, then: .tellAgain))
      scenario.advance(10)
      scenario.store.send(.tellAgain)
      #expect(try scenario.told() == latest)
    }
    #expect(scenario.problems.count == 1 && scenario.problems[0].contains("Nobody is there."))
    scenario.store.send(.told(latest, nil))
    scenario.store.finish()
    #expect(scenario.problems.isEmpty)
  }

  /// During a notification, another one comes and is superseded.
  @Test func whatIsAsItWasNeedsNoWord() throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(3, ("north", "0-1023")))
    try scenario.look(.success(Scenario.map(4, ("north", "0-9"))))
    let share = try scenario.told()
    scenario.store.expect(Scenario.pause)
    try scenario.look(.success(Scenario.map(5, ("north", "0-8"))))
    scenario.store.expect(Scenario.pause)
    try scenario.look(.success(Scenario.map(6, ("north", "0-9"))))
    scenario.store.expect(Scenario.pause)
    scenario.store.send(.told(share, nil))
    scenario.store.finish()
  }

  @Test func aDrainEndsIt() throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(3, ("north", "0-1023")))
    scenario.store.send(.drain)
    scenario.store.expect(.close)
    #expect(scenario.reducer.isAtRest(scenario.store.state))
    scenario.store.send(.readAgain)
    scenario.store.finish()
  }
}
