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

  @Test func anInvalidBindingIsReported() async throws {
    let error = await #expect(throws: BusError.self) { try await TestBus(bindings: "a=b") }
    #expect(error?.message == "Invalid binding “a=b”; expected \(Self.form).")
  }

  private static let form = "MESSAGE=COMMAND or MESSAGE/OWNER=COMMAND"
}

/// Draws lots, and lets others note the winner.
private struct DrawLot: BusCommand {
  struct Reply: Codable, Sendable { var winner: String }
  static let target = "lottery.draw"
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
