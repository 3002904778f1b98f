import Bus
import Cells
import CellsAPI
import FastJSON
import Testing

@testable import CellsService

/// A slot that moves to another cell, step by step.
@Suite struct SlotMovingTests {
  private static let both = [("north", "0-1023"), ("south", "")]
  private static let given = [("north", "0-6,8-1023"), ("south", "7")]

  private func slot(_ number: Int) throws -> Slot { try #require(Slot(number)) }

  /// A scenario in which slot 7 should move to the south, and was copied.
  private func copied() throws -> Scenario {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(1, Self.both, [7: .init(to: "south")]))
    let slot = try slot(7)
    scenario.store.send(.copied(.success(3)))
    scenario.store.expect(
      .change(.hold(slot, of: "north", true), known: scenario.store.state.map))
    return scenario
  }

  /// A scenario in which, in addition, no cell answers for it any more.
  private func held() throws -> Scenario {
    var scenario = try copied()
    let map = try Scenario.map(2, Self.both, [7: .init(to: "south", isHeld: true)])
    scenario.store.send(.changed(.success(map)))
    let share = try scenario.told()
    #expect(share.slots == SlotSet("0-6,8-1023") && share.others.isEmpty)
    scenario.store.send(.told(share, nil))
    scenario.store.expect(.copy(try slot(7), to: "tcp://south"))
    return scenario
  }

  @Test func itIsCopiedHeldCopiedGivenToldAndRemoved() throws {
    var scenario = try held()
    let slot = try slot(7)
    #expect(!scenario.reducer.isAtRest(scenario.store.state))
    scenario.store.send(.copied(.success(1)))
    scenario.store.expect(.copy(slot, to: "tcp://south"))
    scenario.store.send(.copied(.success(0)))
    scenario.store.expect(
      .change(.give(slot, of: "north", to: "south"), known: scenario.store.state.map))
    let map = try Scenario.map(3, Self.given, [:], givers: [7: "north"])
    scenario.store.send(.changed(.success(map)))
    let share = try scenario.told()
    #expect(share.others.map(\.slots) == [SlotSet([slot])])
    scenario.store.expect(.hand(slot, to: "tcp://south", version: 3))
    scenario.store.send(.done(nil))
    scenario.store.expect(.clear(slot, router: "tcp://south"))
    scenario.store.send(.done(nil))
    #expect(scenario.store.state.work == .idle && scenario.problems.isEmpty)
    #expect(scenario.reducer.isAtRest(scenario.store.state))
  }

  /// Data that changes faster than it is copied is held all the same.
  @Test func aBusySlotIsCopiedFourTimes() throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(1, Self.both, [7: .init(to: "south")]))
    let slot = try slot(7)
    for _ in 0..<3 {
      scenario.store.send(.copied(.success(100)))
      scenario.store.expect(.copy(slot, to: "tcp://south"))
    }
    scenario.store.send(.copied(.success(100)))
    scenario.store.expect(
      .change(.hold(slot, of: "north", true), known: scenario.store.state.map))
  }

  /// If a cell does not answer, the slot stays, and this cell answers for it again.
  @Test func whatCannotBeCopiedIsAnsweredForAgain() throws {
    var scenario = try held()
    let slot = try slot(7)
    scenario.store.send(.copied(.failure(CopyFailure(description: "It does not answer."))))
    scenario.store.expect(
      .change(.hold(slot, of: "north", false), known: scenario.store.state.map))
    scenario.store.send(
      .changed(.success(try Scenario.map(3, Self.both, [7: .init(to: "south")]))))
    let share = try scenario.told()
    #expect(share.slots == .all)
    scenario.store.expect(.wait(ms: 1000, then: .goOn))
    scenario.advance(11)
    #expect(scenario.problems.contains { $0.contains("It does not answer.") })
    scenario.store.send(.told(share, nil))
    scenario.store.send(.goOn)
    scenario.store.expect(.copy(slot, to: "tcp://south"))
  }

  /// Documents that still differ after repeated transfers are not given away.
  @Test func whatDiffersForEverIsNotGiven() throws {
    var scenario = try held()
    let slot = try slot(7)
    for _ in 0..<3 {
      scenario.store.send(.copied(.success(1)))
      scenario.store.expect(.copy(slot, to: "tcp://south"))
    }
    scenario.store.send(.copied(.success(1)))
    scenario.store.expect(
      .change(.hold(slot, of: "north", false), known: scenario.store.state.map))
  }

  /// A move cancelled meanwhile does not happen.
  @Test func aSlotThatIsToStayStays() throws {
    var scenario = try copied()
    scenario.store.send(.changed(.success(try Scenario.map(2, Self.both, [:]))))
    #expect(scenario.store.state.work == .idle)
    scenario.store.finish()
  }

  /// A process that starts in the middle continues from the map.
  @Test func aSlotThatIsHeldIsGivenByTheNextProcess() throws {
    var scenario = Scenario()
    scenario.store.send(.start)
    scenario.store.expect(.read(1, known: nil))
    scenario.store.send(
      .read(1, .success(try Scenario.map(2, Self.both, [7: .init(to: "south", isHeld: true)]))))
    scenario.store.expect(.ready)
    let share = try scenario.told()
    #expect(!share.slots.contains(try slot(7)))
    scenario.store.expect(Scenario.pause)
    scenario.store.send(.told(share, nil))
    scenario.store.expect(.copy(try slot(7), to: "tcp://south"))
  }

  /// Slots given by a killed process are found, reported, and removed.
  @Test func whatIsLeftIsFound() throws {
    var scenario = Scenario()
    scenario.store.send(.start)
    scenario.store.expect(.read(1, known: nil))
    let cells = [("north", "0-6,9-1023"), ("south", "7,8")]
    scenario.store.send(
      .read(1, .success(try Scenario.map(3, cells, [:], givers: [7: "north", 8: "west"]))))
    scenario.store.expect(.ready)
    _ = try scenario.told()
    let all = try #require(SlotSet("7,8"))
    scenario.store.expect(.look(all))
    scenario.store.expect(Scenario.pause)
    scenario.store.send(.looked(.success(all)))
    scenario.store.expect(.hand(try slot(7), to: "tcp://south", version: 3))
    scenario.store.send(.done(BusError(.unavailable, "It is away.")))
    scenario.store.expect(.wait(ms: 1000, then: .goOn))
    scenario.store.send(.goOn)
    scenario.store.expect(.hand(try slot(7), to: "tcp://south", version: 3))
    scenario.store.send(.done(nil))
    scenario.store.expect(.clear(try slot(7), router: "tcp://south"))
    scenario.store.send(.done(nil))
    // No service is notified about a copy that it did not know.
    scenario.store.expect(.clear(try slot(8), router: nil))
    scenario.store.send(.done(nil))
    #expect(scenario.store.state.clean == all)
  }

  /// A stopping service does not leave a slot that no cell answers for.
  @Test func aSlotThatIsHeldIsGivenBeforeItStops() throws {
    var scenario = try held()
    let slot = try slot(7)
    scenario.store.send(.drain)
    #expect(!scenario.reducer.isAtRest(scenario.store.state))
    scenario.store.send(.copied(.success(0)))
    scenario.store.expect(
      .change(.give(slot, of: "north", to: "south"), known: scenario.store.state.map))
    scenario.store.send(
      .changed(.success(try Scenario.map(3, Self.given, [:], givers: [7: "north"]))))
    _ = try scenario.told()
    scenario.store.expect(.hand(slot, to: "tcp://south", version: 3))
    scenario.store.send(.done(nil))
    scenario.store.expect(.clear(slot, router: "tcp://south"))
    scenario.store.expect(.close)
    #expect(scenario.reducer.isAtRest(scenario.store.state))
  }

  @Test func slotsAreSentByAnybody() throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(1, Self.both, [:]))
    let map = scenario.store.state.map
    let slots = try #require(SlotSet("1-2"))
    #expect(try scenario.refusal(of: .move(slots, to: "west")) == .notFound)
    scenario.store.send(.received(7, .move(slots, to: "south")))
    scenario.store.expect(.move(7, slots, to: "south", known: map))
    let journeys = [1: CellMap.Journey(to: "south"), 2: CellMap.Journey(to: "south")]
    scenario.store.send(.moved(7, .success(try Scenario.map(2, Self.both, journeys))))
    scenario.store.expect(.copy(try slot(1), to: "tcp://south"))
    let status = try scenario.reply(CellsStatus.self)
    #expect(status.moves == [CellMove(slots: slots, from: "north", to: "south")])
  }
}
