import Bus
import Cells
import CellsAPI
import FastJSON
import Testing

@testable import CellsService

/// A slot that arrives from another cell.
@Suite struct SlotTakingTests {
  private static let coming = [("north", "512-1023"), ("south", "0-511")]

  private func scenario() throws -> Scenario {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(1, Self.coming, [7: .init(to: "north")]))
    return scenario
  }

  @Test func whatComesIsPassedOnToTheParent() throws {
    var scenario = try scenario()
    let slot = try #require(Slot(7))
    scenario.store.send(.received(7, .digests(slot: 7, after: "x")))
    scenario.store.expect(.relay(7, .digests(slot, after: "x")))
    scenario.store.send(.relayed(7, .success(RawJSON(unchecked: Array("{}".utf8)))))
    scenario.store.expect(.reply(7, .success(RawJSON(unchecked: Array("{}".utf8)))))
    let documents = ReceiveDocuments(slot: 7, put: [])
    scenario.store.send(.received(8, .receive(documents)))
    scenario.store.expect(.relay(8, .receive(documents)))
    // One of two concurrent writes may later return to the earlier version.
    #expect(try scenario.refusal(of: .receive(documents)) == .busy)
    scenario.store.send(.relayed(8, .failure(BusError(.unavailable, "Away."))))
    scenario.store.expect(.reply(8, .failure(BusError(.unavailable, "Away."))))
    #expect(scenario.reducer.isAtRest(scenario.store.state))
  }

  /// No cell may replace this cell's own data.
  @Test func whatIsHereIsNotWritten() throws {
    var scenario = try scenario()
    #expect(
      try scenario.refusal(of: .receive(ReceiveDocuments(slot: 600, put: []))) == .conflict)
    #expect(try scenario.refusal(of: .digests(slot: 1024, after: nil)) == .invalid)
    #expect(try scenario.refusal(of: .digests(slot: -1, after: nil)) == .invalid)
    #expect(try scenario.refusal(of: .take(slot: 5000, version: 1)) == .invalid)
  }

  /// The error is final, so that no sender tries again until its deadline.
  @Test(arguments: [
    CellsCommand.digests(slot: 7, after: nil), .receive(ReceiveDocuments(slot: 7, put: [])),
    .take(slot: 7, version: 3),
  ])
  func withoutCellsNothingArrives(command: CellsCommand) throws {
    var scenario = Scenario(cell: nil)
    scenario.store.send(.start)
    scenario.store.expect(.ready)
    #expect(try scenario.refusal(of: command) == .invalid)
  }

  @Test func onlyACellMaySendWhatItGivesAway() throws {
    var scenario = try scenario()
    let commands: [CellsCommand] = [
      .receive(ReceiveDocuments(slot: 7, put: [])), .take(slot: 7, version: 3),
    ]
    for command in commands {
      scenario.store.send(.received(7, command, via: "gateway"))
      let refused = try scenario.store.take {
        if case .reply(7, .failure(let error)) = $0 { error } else { nil }
      }
      #expect(refused.code == .denied)
    }
    scenario.store.finish()
  }

  /// An unexpected slot may be in a map that was not read yet: it is read at once, and once.
  @Test func aLaterMapIsReadEarly() throws {
    var scenario = try scenario()
    let known = scenario.store.state.map
    let documents = ReceiveDocuments(slot: 8, put: [])
    scenario.store.send(.received(7, .receive(documents)))
    scenario.store.expect(.read(2, known: known))
    let refused = try scenario.store.take {
      if case .reply(7, .failure(let error)) = $0 { error } else { nil }
    }
    #expect(refused.code == .unavailable && refused.retryable)
    #expect(try scenario.refusal(of: .receive(documents)) == .unavailable)
    let map = try Scenario.map(
      2, Self.coming, [7: .init(to: "north"), 8: .init(to: "north")])
    scenario.store.send(.read(2, .success(map)))
    scenario.store.send(.received(7, .receive(documents)))
    scenario.store.expect(.relay(7, .receive(documents)))
    scenario.store.finish()
  }

  /// The sender gets its reply after the composition root has accepted the slot and followers are
  /// notified.
  @Test func aSlotIsTaken() throws {
    var scenario = try scenario()
    let slot = try #require(Slot(7))
    let known = scenario.store.state.map
    scenario.store.send(.received(7, .take(slot: 7, version: 3)))
    scenario.store.expect(.read(2, known: known))
    let cells = [("north", "7,512-1023"), ("south", "0-6,8-511")]
    scenario.store.send(
      .read(2, .success(try Scenario.map(3, cells, [:], givers: [7: "south"]))))
    let share = try scenario.told()
    #expect(share.slots.contains(slot))
    #expect(!scenario.reducer.isAtRest(scenario.store.state))
    scenario.store.send(.told(share, nil))
    scenario.store.expect(.announce(7, slot, version: 3))
    scenario.store.send(.announced(7, nil))
    #expect(try scenario.reply(Done.self) == Done())
    // Repeating it changes nothing; a slot that has moved on is not announced.
    scenario.store.send(.received(7, .take(slot: 7, version: 3)))
    scenario.store.expect(.announce(7, slot, version: 3))
    scenario.store.send(.announced(7, BusError(.unavailable, "Away.")))
    scenario.store.expect(.reply(7, .failure(BusError(.unavailable, "Away."))))
    scenario.store.send(.received(7, .take(slot: 8, version: 3)))
    #expect(try scenario.reply(Done.self) == Done())
  }

  /// A slot that returns during its removal waits for its end.
  @Test func whatIsBeingRemovedIsNotWritten() throws {
    var scenario = Scenario()
    let slot = try #require(Slot(7))
    let away = [("north", "0-6,8-1023"), ("south", "7")]
    scenario.store.send(.start)
    scenario.store.expect(.read(1, known: nil))
    scenario.store.send(
      .read(1, .success(try Scenario.map(3, away, [:], givers: [7: "north"]))))
    scenario.store.expect(.ready)
    let share = try scenario.told()
    scenario.store.expect(.look(SlotSet([slot])))
    scenario.store.expect(Scenario.pause)
    scenario.store.send(.told(share, nil))
    scenario.store.send(.looked(.success(SlotSet([slot]))))
    scenario.store.expect(.hand(slot, to: "tcp://south", version: 3))
    scenario.store.send(.done(nil))
    scenario.store.expect(.clear(slot, router: "tcp://south"))
    let back = try Scenario.map(4, away, [7: .init(to: "north")], givers: [7: "north"])
    try scenario.look(.success(back))
    scenario.store.expect(Scenario.pause)
    let documents = ReceiveDocuments(slot: 7, put: [])
    #expect(try scenario.refusal(of: .receive(documents)) == .busy)
    scenario.store.send(.done(nil))
    scenario.store.send(.received(7, .receive(documents)))
    scenario.store.expect(.relay(7, .receive(documents)))
  }

  /// A slot that is already returning when the other cell is notified is not removed.
  @Test func whatComesBackIsNotRemoved() throws {
    var scenario = Scenario()
    let slot = try #require(Slot(7))
    let away = [("north", "0-6,8-1023"), ("south", "7")]
    scenario.store.send(.start)
    scenario.store.expect(.read(1, known: nil))
    scenario.store.send(
      .read(1, .success(try Scenario.map(3, away, [:], givers: [7: "north"]))))
    scenario.store.expect(.ready)
    let share = try scenario.told()
    scenario.store.expect(.look(SlotSet([slot])))
    scenario.store.expect(Scenario.pause)
    scenario.store.send(.told(share, nil))
    scenario.store.send(.looked(.success(SlotSet([slot]))))
    scenario.store.expect(.hand(slot, to: "tcp://south", version: 3))
    let back = try Scenario.map(4, away, [7: .init(to: "north")], givers: [7: "north"])
    try scenario.look(.success(back))
    scenario.store.expect(Scenario.pause)
    scenario.store.send(.done(nil))
    #expect(scenario.store.state.work == .idle && scenario.store.state.left.isEmpty)
    scenario.store.finish()
  }
}
