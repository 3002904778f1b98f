import Bus
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Idempotency keys apply to one kind of command.
extension ServiceTests {
  @Test func aKeyOfAnotherCommandIsAnotherKey() async throws {
    let service = service()
    try await service.start()
    let create = CreateStandup(title: "Design")
    let standup = try await send(create, to: service, key: "k")
    let delete = DeleteStandup(id: standup.id)
    #expect(try await send(delete, to: service, key: "k") == Done())
    #expect(router.documents("standups").isEmpty)
    // A repeated command gets its own reply and is not done again; the words in the first reply are erased.
    let error = await #expect(throws: BusError.self) {
      try await send(create, to: service, key: "k")
    }
    #expect(error?.code == .notFound)
    #expect(try await send(delete, to: service, key: "k") == Done())
    #expect(router.eventTypes == ["standup.created", "standup.deleted"])
    #expect(
      router.state.withLock { $0.replies.map(\.key) } == ["standups.create/k", "standups.delete/k"])
    await loop.stop()
  }

  /// The order of members, white space and unknown members do not matter.
  @Test func aKeyWithAnotherBodyIsRefusedAlsoAfterARestart() async throws {
    let first = service()
    try await first.start()
    let standup = try await send(CreateStandup(title: "Design"), to: first, key: "k")
    let error = await #expect(throws: BusError.self) {
      try await send(CreateStandup(title: "Product"), to: first, key: "k")
    }
    #expect(error?.code == .conflict && error?.message.contains("new key") == true)
    await first.drain()
    let second = service()
    try await second.start()
    let again = await #expect(throws: BusError.self) {
      try await send(CreateStandup(title: "Product"), to: second, key: "k")
    }
    #expect(again?.code == .conflict && again?.message.contains("new key") == true)
    let reply = try await second.definition.commands.run(
      CreateStandup.target, body: Data(#"{ "later": 1, "title": "Design" }"#.utf8),
      call: Call(header: Header(idem: "k")))
    #expect(try BusJSON.decode(Standup.self, from: reply) == standup)
    #expect(router.documents("standups").count == 1)
    await second.drain()
    await loop.stop()
  }

  /// The roles of a person may change before the command is sent again.
  @Test func aKeyIsRepeatedWithAtLeastTheTeamsOfTheFirstCommand() async throws {
    let create = CreateStandup(title: "Design", team: "web")
    let first = service()
    try await first.start()
    let standup = try await send(create, to: first, key: "k", teams: "ops web")
    await first.drain()
    let second = service()
    try await second.start()
    // After a restart, the first one is answered from the disk.
    for teams in ["ops web", "design ops web", nil] {
      #expect(try await send(create, to: second, key: "k", teams: teams) == standup)
    }
    let third = service()
    try await third.start()
    for teams in ["web", "design web", ""] {
      let error = await #expect(throws: BusError.self) {
        try await send(create, to: third, key: "k", teams: teams)
      }
      #expect(error?.code == .conflict && error?.message.contains("new key") == true)
    }
    #expect(router.documents("standups").count == 1)
    await second.drain()
    await third.drain()
    await loop.stop()
  }

  /// A client without a reply repeats the command through another router while the first one is still under way.
  @Test func aMessageThatWasRefusedIsNotDoneWhenItComesAgain() async throws {
    let service = service()
    try await service.start()
    let id = Standup.ID(UUID())
    let delete = try BusJSON.encode(DeleteStandup(id: id))
    func run(_ header: Header) async throws {
      _ = try await service.definition.commands.run(
        DeleteStandup.target, body: delete, call: Call(header: header))
    }
    let header = Header(idem: "k")
    for isThere in [false, true] {
      if isThere { _ = try await send(CreateStandup(id: id, title: "Design"), to: service) }
      let error = await #expect(throws: BusError.self) { try await run(header) }
      #expect(error?.code == .notFound)
    }
    // A client that still wants it sends a new message.
    try await run(Header(idem: "k"))
    #expect(router.documents("standups").isEmpty)
    await loop.stop()
  }

  @Test func itIsAnotherKeyAfterARestart() async throws {
    let create = CreateStandup(title: "Design")
    let first = service()
    try await first.start()
    let standup = try await send(create, to: first, key: "k")
    await first.drain()

    let delete = DeleteStandup(id: standup.id)
    let second = service()
    try await second.start()
    #expect(try await send(delete, to: second, key: "k") == Done())
    #expect(router.documents("standups").isEmpty)
    await second.drain()

    let third = service()
    try await third.start()
    #expect(try await send(create, to: third, key: "k") == standup)
    #expect(try await send(delete, to: third, key: "k") == Done())
    #expect(router.eventTypes == ["standup.created", "standup.deleted"])
    await loop.stop()
  }
}
