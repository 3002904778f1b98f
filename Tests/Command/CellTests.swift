import Bus
import Cells
import Foundation
import Standups
import StandupsAPI
import Testing
import Threads

@testable import Command

/// Standups shared by several cells are shown as one list.
@Suite struct CellTests {
  /// Two cells: the command line is connected to the one that answers as `here`.
  private struct World {
    let here = ScriptedCaller()
    let south = ScriptedCaller()
    let opened = Locked<[String]>([])
    let pauses = Locked<Int>(0)

    func connection() -> Connection {
      var connection = Connection(caller: here, events: ScriptedEvents())
      let (south, opened, pauses) = (south, opened, pauses)
      connection.cells = Cells(pause: { pauses.withLock { $0 += 1 } }) { router in
        opened.withLock { $0.append(router) }
        guard router == "tcp://south" else {
          throw BusError(.unavailable, "No router at \(router).")
        }
        return Connection(caller: south, events: ScriptedEvents())
      }
      return connection
    }
  }

  private static let place = StandupsPlace(router: "tcp://south", slots: SlotSet([slot]))
  private static let standup = Fixture.summary().standup
  private static var slot: Slot { Slot(of: standup.id.rawValue) }

  @Test func aCommandGoesWhereItsStandupIsAndThatIsRemembered() async throws {
    let world = World()
    world.here.on(EditStandup.self) { _ in throw BusError.moved(to: "tcp://south", "There.") }
    world.south.on(EditStandup.self) { command in
      var standup = Self.standup
      standup.title = command.title ?? ""
      return standup
    }
    let connection = world.connection()
    for title in ["a", "b"] {
      let edited = try await connection.send(EditStandup(id: Self.standup.id, title: title))
      #expect(edited.title == title)
    }
    #expect(world.here.targets == ["standups.edit"])
    #expect(world.south.targets == ["standups.edit", "standups.edit"])
    #expect(world.opened.withLock { $0 } == ["tcp://south"])
  }

  @Test func whatMovesInACircleIsGivenUp() async throws {
    let world = World()
    for caller in [world.here, world.south] {
      caller.on(GetStandup.self) { _ in throw BusError.moved(to: "tcp://south", "There.") }
    }
    let error = await #expect(throws: BusError.self) {
      try await world.connection().send(GetStandup(id: Self.standup.id))
    }
    #expect(error?.code == .moved)
    #expect(world.here.targets.count + world.south.targets.count == Cells.maxHops)
    #expect(world.pauses.withLock { $0 } == Cells.maxHops - 2)
  }

  /// A cell redirects for a slot it has given away before the other one has been notified.
  @Test func whatWasJustGivenAwayIsWaitedFor() async throws {
    let world = World()
    world.here.on(GetStandup.self) { _ in throw BusError.moved(to: "tcp://south", "There.") }
    let pauses = world.pauses
    world.south.on(GetStandup.self) { _ in
      guard pauses.withLock({ $0 }) > 1 else { throw BusError.moved(to: "tcp://south", "Here.") }
      return GetStandup.Reply(summary: Fixture.summary(), meetings: [], next: nil)
    }
    let found = try await world.connection().send(GetStandup(id: Self.standup.id))
    #expect(found.summary.standup == Self.standup)
    #expect(world.south.targets.count == 3)
  }

  @Test func aPlaceThatIsAwayIsSaid() async throws {
    let world = World()
    world.here.on(GetStandup.self) { _ in throw BusError.moved(to: "tcp://north", "There.") }
    let connection = world.connection()
    for _ in 1...2 {
      let error = await #expect(throws: BusError.self) {
        try await connection.send(GetStandup(id: Self.standup.id))
      }
      #expect(error?.code == .unavailable)
    }
    // The command is retried.
    #expect(world.opened.withLock { $0 } == ["tcp://north", "tcp://north"])
  }

  @Test func listsAreOfAll() async throws {
    let world = World()
    let (first, second) = (Fixture.summary(), Fixture.summary(Fixture.standup(2, "South")))
    world.here.on(ListStandups.self) { _ in
      ListStandups.Reply(standups: [first], next: nil, elsewhere: [Self.place])
    }
    world.south.on(ListStandups.self) { command in
      command.after == nil
        ? ListStandups.Reply(standups: [second], next: "1")
        : ListStandups.Reply(standups: [], next: nil)
    }
    let connection = world.connection()
    let all = try await Finder(connection: connection).standups()
    #expect(all == [first, second])
    // The owner of its slots is known, so the wrong cell is not asked.
    world.south.on(GetStandup.self) { _ in
      GetStandup.Reply(summary: second, meetings: [], next: nil)
    }
    _ = try await connection.send(GetStandup(id: Self.standup.id))
    #expect(world.here.targets == ["standups.list"])
    world.here.on(ListLiveMeetings.self) { _ in .init(meetings: [], elsewhere: [Self.place]) }
    world.south.on(ListLiveMeetings.self) { _ in .init(meetings: []) }
    #expect(try await connection.liveMeetings() == .init(meetings: []))
    #expect(world.south.targets.last == "meetings.live")
  }
}
