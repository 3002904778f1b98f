import Bus
import Documents
import FastJSON
import Foundation
import PeopleAPI
import StandupsDependencies
import TestSupport
import Testing
import Threads
import ZeroMQ

@testable import PeopleService

/// A running people service with a store in memory.
struct PeopleFixture {
  let store: InMemoryStore
  let service: PeopleService
  let loop: SocketLoop
  let sleeper = TestClock()
  /// The date, which a test may change.
  let date = Locked(Self.date)

  /// Starts a service; with `store`, one that finds what another one has saved.
  init(
    _ store: InMemoryStore = Self.store(), delegate: (any DelegateCaller)? = nil,
    metrics: PeopleMetrics? = nil, printChanges: (@Sendable ([String]) -> Void)? = nil
  ) async throws {
    self.store = store
    loop = try SocketLoop(name: "people-test")
    let date = date
    service = PeopleService(
      on: loop, delegate: delegate ?? store.delegate,
      reducer: PeopleReducer(date: DateGenerator { date.withLock { $0 } }), sleeper: sleeper,
      printChanges: printChanges, metrics: metrics)
    try await service.start()
  }

  /// An empty store, whose composition root permits the removal of teams except of `full`.
  static func store() -> InMemoryStore {
    InMemoryStore { message in
      if message is PeopleJournalRequested { return JournalRange(epoch: epoch, head: 0, oldest: 1) }
      guard let request = message as? TeamRemovalRequested else {
        throw BusError(.unbound, "No script for \(message).")
      }
      guard request.id != "full" else { throw BusError(.conflict, "Team “full” has 1 standup.") }
      return Done()
    }
  }

  static let date = Date(timeIntervalSince1970: 1_800_000_000)
  /// Epoch of the journal.
  static let epoch = "journal-1"

  /// Stops the service.
  func stop() async {
    await service.drain()
    await loop.stop()
  }

  /// Sends a command as the bus delivers it.
  ///
  /// - Parameter actor: sender of the command, such as `person/UUID`; nil for the user of the machine.
  func send<Command: BusCommand>(
    _ command: Command, key: String? = nil, by actor: String? = nil
  ) async throws -> Command.Reply {
    let header = Header(idem: key, by: actor)
    let data = try await service.definition.commands.run(
      Command.target, body: BusJSON.encode(command), call: Call(header: header))
    return try BusJSON.decode(Command.Reply.self, from: data)
  }

  /// The code with which a command is rejected; nil if it is not.
  func code(_ command: some BusCommand, by actor: String? = nil) async -> BusError.Code? {
    do {
      _ = try await send(command, by: actor)
      return nil
    } catch {
      return BusError(any: error).code
    }
  }

  /// Adds a person, and gives the person a role in each team.
  func add(_ name: String, _ teams: [String: TeamRole] = [:], email: String? = nil) async throws
    -> Person
  {
    let person = try await send(AddPerson(name: name, email: email))
    // Never empty because a person without teams needs no membership.
    for (team, role) in teams {
      _ = try await send(SetMember(team: team, person: person.id, role: role))
    }
    return try await send(GetPerson(id: person.id))
  }
}

/// Runs a test with a service.
func withPeople(
  _ store: InMemoryStore = PeopleFixture.store(), _ body: (PeopleFixture) async throws -> Void
) async throws {
  let fixture = try await PeopleFixture(store)
  do {
    try await body(fixture)
  } catch {
    await fixture.stop()
    throw error
  }
  await fixture.stop()
}
