import Foundation
import StandupsBus
import StandupsContracts
import StandupsTestKit
import Testing

/// The kit as another package uses it: with these three modules and no others.
@Suite struct TestBusTests {
  private func with(_ bindings: String = "", _ body: (TestBus) async throws -> Void) async throws {
    let bus = try await TestBus(bindings: bindings)
    do {
      try await body(bus)
    } catch {
      await bus.close()
      throw error
    }
    await bus.close()
  }

  /// Substitutes for the standups service: records the texts of follow-ups.
  private func standups(_ noted: Recorder<String>) -> CommandTable {
    var table = CommandTable()
    table.on(NoteFollowUp.self) { command, _ in
      guard let text = command.text else { throw BusError(.invalid, "Missing text.") }
      noted.record(text)
      return FollowUp(
        id: FollowUp.ID(UUID()), attendee: Attendee(id: Attendee.ID(UUID()), name: "Ann"),
        text: text, meeting: Meeting.ID(UUID()), atMs: 0)
    }
    return table
  }

  @Test func aConfiguredBindingLeadsToACommand() async throws {
    try await with("lottery.drawn=standups.note") { bus in
      let noted = Recorder<String>()
      try await bus.serve("standups", standups(noted))
      try await bus.serve { Lottery(delegate: $0, events: $0) }
      let reply = try await bus.send(DrawLot(standup: Standup.ID(UUID())))
      #expect(reply.winner == "Ann")
      #expect(noted.values == ["Ann won."])
    }
  }

  @Test func anUnboundDelegateMessageIsRejected() async throws {
    try await with { bus in
      try await bus.serve { Lottery(delegate: $0, events: $0) }
      let error = await #expect(throws: BusError.self) {
        try await bus.send(DrawLot(standup: Standup.ID(UUID())))
      }
      #expect(error?.code == .unbound)
    }
  }

  @Test func aServicePublishesEventsUnderItsOwnName() async throws {
    try await with("lottery.drawn=standups.note") { bus in
      try await bus.serve("standups", standups(Recorder()))
      try await bus.serve { Lottery(delegate: $0, events: $0) }
      _ = try await bus.send(DrawLot(standup: Standup.ID(UUID())))
      #expect(bus.published.values.map(\.type) == ["lottery.ended"])
      let error = await #expect(throws: BusError.self) {
        try await bus.send(DrawLot(standup: Standup.ID(UUID()), type: "meeting.finished"))
      }
      #expect(error?.code == .invalid)
      #expect(bus.published.values.count == 1)
    }
  }

  @Test func aNamedServiceStoresDocuments() async throws {
    try await with("ledger") { bus in
      try await bus.serve { Ledger(delegate: $0) }
      _ = try await bus.send(WriteEntry(id: "1", text: "Ann"))
      _ = try await bus.send(WriteEntry(id: "1", text: "Bob"))
      #expect(bus.documents(in: "ledger.entries").map(\.body.string) == ["Bob"])
      #expect(bus.published.values.map(\.type) == ["ledger.written", "ledger.written"])
    }
  }

  @Test func aDocumentKeepsItsParentAndItsTeam() async throws {
    try await with("ledger") { bus in
      try await bus.serve { Ledger(delegate: $0) }
      _ = try await bus.send(WriteEntry(id: "1", text: "Ann", parent: "a", team: "web"))
      // Never empty because it is a literal.
      for (parent, team) in [("b", "web"), ("a", "ops")] {
        let error = await #expect(throws: BusError.self) {
          try await bus.send(WriteEntry(id: "1", text: "Bob", parent: parent, team: team))
        }
        #expect(error?.code == .conflict)
        #expect(error?.detail == ["collection": "ledger.entries", "document": "1"])
      }
      #expect(bus.documents(in: "ledger.entries").map(\.body.string) == ["Ann"])
    }
  }

  @Test(arguments: [
    WriteEntry(id: "1", text: "x", collection: "standups"),
    WriteEntry(id: "1", text: "x", collection: "ledger"),
    WriteEntry(id: "1", text: "x", type: "meeting.finished"),
  ])
  func aServiceStoresNothingUnderAnotherName(entry: WriteEntry) async throws {
    try await with("ledger") { bus in
      try await bus.serve { Ledger(delegate: $0) }
      let error = await #expect(throws: BusError.self) { try await bus.send(entry) }
      #expect(error?.code == .denied)
      #expect(bus.documents(in: entry.collection ?? "ledger.entries").isEmpty)
      #expect(bus.published.values.isEmpty)
    }
  }

  @Test func anUnnamedServiceStoresNothing() async throws {
    try await with("lottery") { bus in
      try await bus.serve { Ledger(delegate: $0) }
      let error = await #expect(throws: BusError.self) {
        try await bus.send(WriteEntry(id: "1", text: "x"))
      }
      #expect(error?.code == .denied)
    }
  }

  @Test func anInvalidBindingIsReported() async throws {
    let error = await #expect(throws: BusError.self) { try await TestBus(bindings: "a=b") }
    #expect(error?.message == "Invalid binding “a=b”; expected \(Self.form).")
  }

  private static let form = "NAME, MESSAGE=COMMAND or MESSAGE/OWNER=COMMAND"
}

/// Draws lots, and lets others note the winner.
private struct DrawLot: BusCommand {
  struct Reply: Codable, Sendable { var winner: String }
  static let target = "lottery.draw"
  static let traits = CommandTraits(access: .member)
  var standup: Standup.ID
  /// Type of the published event.
  var type: String?
}

private struct LotDrawn: DelegateMessage {
  typealias Reply = Done
  static let target = "lottery.drawn"
  var standup: Standup.ID
  var text: String
}

/// Writes a document, and publishes that it has.
struct WriteEntry: BusCommand, Hashable {
  typealias Reply = Done
  static let target = "ledger.write"
  static let traits = CommandTraits(access: .member)
  var id: String
  var text: String
  /// Default: the service's own.
  var collection: String?
  /// Type of the event. Default: one of the service.
  var type: String?
  var parent: String?
  var team: String?
}

private struct Ledger: Service {
  let delegate: any DelegateCaller

  var definition: ServiceDefinition {
    var commands = CommandTable()
    commands.on(WriteEntry.self) { command, call in
      let document = Document(
        collection: command.collection ?? "ledger.entries", id: command.id,
        parent: command.parent, team: command.team,
        body: try RawJSON(encoding: command.text))
      let event = NewEvent(
        id: UUID().uuidString.lowercased(), source: "/standups/ledger",
        labels: EventLabels(type: command.type ?? "ledger.written", subject: command.id),
        time: Date(timeIntervalSince1970: 0), data: .emptyObject)
      _ = try await delegate.tell(
        ChangesDecided(changes: [.put(document)], events: [event]), causedBy: call.header)
      return Done()
    }
    return ServiceDefinition(
      name: "ledger", commands: commands, delegates: StoreDialogue.messages)
  }

  func start() async throws {}
  func drain() async {}
}

private struct Lottery: Service {
  let delegate: any DelegateCaller
  let events: any CommandCaller

  var definition: ServiceDefinition {
    var commands = CommandTable()
    commands.on(DrawLot.self) { command, call in
      _ = try await delegate.tell(
        LotDrawn(standup: command.standup, text: "Ann won."), causedBy: call.header)
      _ = try await events.send(
        PublishEvents(events: [EventDraft(type: command.type ?? "lottery.ended", subject: "Ann")]))
      return DrawLot.Reply(winner: "Ann")
    }
    return ServiceDefinition(name: "lottery", commands: commands, delegates: [LotDrawn.self])
  }

  func start() async throws {}
  func drain() async {}
}
