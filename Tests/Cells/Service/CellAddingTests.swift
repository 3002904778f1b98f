import Bus
import Cells
import CellsAPI
import Testing

@testable import CellsService

@Suite struct CellAddingTests {
  @Test func aCellIsAdded() throws {
    var scenario = Scenario()
    let map = try Scenario.map(1, ("north", "0-1023"))
    try scenario.begin(map)
    scenario.store.send(.received(7, .add(name: "south", router: "tcp://south")))
    scenario.store.expect(.add(7, name: "south", router: "tcp://south", known: map))
    #expect(!scenario.reducer.isAtRest(scenario.store.state))
    scenario.store.send(
      .added(7, .success(try Scenario.map(2, ("north", "0-1023"), ("south", "")))))
    let status = try scenario.reply(CellsStatus.self)
    #expect(status.cell == "north" && status.version == 2)
    #expect(status.cells.map(\.name) == ["north", "south"])
    #expect(scenario.reducer.isAtRest(scenario.store.state))
  }

  /// Its slash may be missing; without the argument the address stays, and an empty string removes
  /// it.
  @Test func aPageIsToldWithItsSlash() throws {
    var scenario = Scenario()
    let map = try Scenario.map(1, ("north", "0-1023"))
    try scenario.begin(map)
    for (said, meant) in [
      ("https://north.example", "https://north.example/"),
      ("http://[::1]:8080/", "http://[::1]:8080/"),
      ("", ""), (nil, nil),
    ] as [(String?, String?)] {
      scenario.store.send(.received(7, .add(name: "north", router: "tcp://n", web: said)))
      scenario.store.expect(.add(7, name: "north", router: "tcp://n", web: meant, known: map))
    }
    for wrong in ["north.example", "https://", "javascript://a", "https://a/b", "https://a?b"] {
      #expect(
        try scenario.refusal(of: .add(name: "north", router: "tcp://n", web: wrong)) == .invalid,
        "\(wrong)")
    }
  }

  /// A map read before the change is not mistaken for a restored one.
  @Test func aReadingThatWasUnderWayDoesNotCount() throws {
    var scenario = Scenario()
    let map = try Scenario.map(1, ("south", "0-1023"))
    try scenario.begin(map)
    scenario.store.send(.readAgain)
    scenario.store.expect(.read(2, known: map))
    scenario.store.send(.received(7, .add(name: "north", router: "tcp://north")))
    scenario.store.expect(.add(7, name: "north", router: "tcp://north", known: map))
    scenario.store.send(
      .added(7, .success(try Scenario.map(2, ("south", "0-1023"), ("north", "")))))
    scenario.store.expect(.look(.all))
    _ = try scenario.reply(CellsStatus.self)
    scenario.store.send(.read(2, .success(try Scenario.map(1, ("south", "0-9")))))
    scenario.store.expect(Scenario.pause)
    #expect(scenario.store.state.map?.version == 2 && scenario.problems.isEmpty)
  }

  /// The later notification may arrive first.
  @Test func answersMayOvertakeEachOther() throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(1, ("north", "0-1023")))
    let later = try Scenario.map(3, ("north", "0-1023"), ("a", ""), ("b", ""))
    scenario.store.send(.added(7, .success(later)))
    _ = try scenario.reply(CellsStatus.self)
    scenario.store.send(.added(7, .success(try Scenario.map(2, ("north", "0-1023"), ("a", "")))))
    #expect(try scenario.reply(CellsStatus.self).cells.count == 3)
  }

  @Test func whatIsNoCellIsRefused() throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(1, ("north", "0-1023")))
    for name in ["", "a b", "ä", String(repeating: "a", count: 33), "a/b"] {
      #expect(try scenario.refusal(of: .add(name: name, router: "tcp://a")) == .invalid, "\(name)")
    }
    let many = Array(repeating: "tcp://a", count: 9).joined(separator: ",")
    let long = "tcp://" + String(repeating: "a", count: 3000)
    for router in ["", "a", "tcp://a:5550", "ipc:///a", "tcp://a,", "tcp://a tcp://b", many, long] {
      #expect(
        try scenario.refusal(of: .add(name: "a", router: router)) == .invalid, "\(router)")
    }
  }

  @Test(arguments: [
    (CellsFailure.away("lost"), BusError.Code.unavailable), (.refused("no map"), .conflict),
    (.full, .conflict),
  ]) func whatTheDatabaseRefusesIsRefused(_ failure: CellsFailure, _ code: BusError.Code) throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(1, ("north", "0-1023")))
    scenario.store.send(.added(7, .failure(failure)))
    let answered = try scenario.store.take {
      if case .reply(7, .failure(let error)) = $0 { error } else { nil }
    }
    #expect(answered.code == code && answered.message.contains(failure.description))
  }

  @Test func aServiceThatStopsTakesNone() throws {
    var scenario = Scenario()
    try scenario.begin(Scenario.map(1, ("north", "0-1023")))
    scenario.store.send(.drain)
    scenario.store.expect(.close)
    #expect(try scenario.refusal(of: .add(name: "a", router: "tcp://a")) == .draining)
  }
}
