import Bus
import BusRouter
import Documents
import Foundation
import RouterAPI
import StandupsAPI
import TestSupport
import Testing

@testable import RouterService

/// The trace of a command, from the router.
@Suite struct TraceTests {
  private func with(
    _ configure: @Sendable (inout RouterConfiguration) -> Void = { _ in },
    _ body: (BusRig, Peer) async throws -> Void
  ) async throws {
    let rig = try await BusRig(configure)
    do {
      try await body(rig, try await rig.tool())
    } catch {
      await rig.close()
      throw error
    }
    await rig.close()
  }

  /// A standups service whose `create` commits one event.
  private func addStandups(to rig: BusRig) async throws {
    let itself = Recorder<Peer>()
    var commands = CommandTable()
    commands.on(ListStandups.self) { _, call in
      let peer = await itself.wait(for: 1)[0]
      _ = try await peer.tell(
        ChangesDecided(changes: [], events: [Sample.event(UUID().lowercaseText)]),
        causedBy: call.header)
      return ListStandups.Reply(standups: [], next: nil)
    }
    let peer = try await rig.add(
      "standups", commands: commands, delegates: [ChangesDecided.self])
    itself.record(peer)
  }

  private func all(
    _ id: String, _ tool: Peer, limit: Int
  ) async throws -> (messages: [TracedMessage], events: [TracedEvent], pages: Int) {
    var (messages, events, pages) = ([TracedMessage](), [TracedEvent](), 0)
    var after: String?
    repeat {
      let page = try await tool.send(GetTrace(id: id, after: after, limit: limit))
      messages += page.messages
      events += page.events
      pages += 1
      after = page.next
    } while after != nil
    return (messages, events, pages)
  }

  @Test func aCommandIsTracedThroughEveryServiceToItsEvents() async throws {
    try await with { rig, tool in
      _ = try await rig.add("persistence", commands: MemoryStore().commands)
      try await addStandups(to: rig)
      let id = UUID()
      _ = try await tool.send(ListStandups(), options: CallOptions(id: id))
      let correlation = id.lowercaseText
      let reply = try await tool.send(GetTrace(id: correlation))
      #expect(reply.correlation == correlation)
      #expect(reply.next == nil && reply.isJournalRead)
      #expect(
        reply.messages.map(\.target)
          == ["standups.list", "store.changesDecided", "persistence.commit"])
      #expect(reply.messages.map(\.kind) == [.command, .delegate, .command])
      #expect(reply.messages.map(\.from) == ["tool", "standups", "router"])
      #expect(reply.messages.map(\.to) == ["standups", "router", "persistence"])
      #expect(
        reply.messages.map(\.cause) == [nil, reply.messages[0].id, reply.messages[1].id])
      #expect(reply.messages.allSatisfy { $0.answer?.kind == .final })
      // The first sender gets the last reply.
      let ends = reply.messages.compactMap { message in
        message.answer.map { message.clockUs + $0.afterUs }
      }
      #expect(ends == ends.sorted().reversed())
      #expect(reply.events.map(\.type) == ["standup.created"])
      #expect(reply.events.map(\.cause) == [reply.messages[2].id])
      #expect(reply.memory.capacity == 65_536)
      #expect(reply.memory.since == Date(timeIntervalSince1970: 1))

      // From any id in it, complete or abbreviated.
      let answer = try #require(reply.messages[1].answer?.id)
      for other in [reply.messages[2].id, answer, reply.events[0].id] {
        for text in [other, String(other.prefix(8)), other.uppercased()] {
          #expect(try await tool.send(GetTrace(id: text)).messages == reply.messages)
        }
      }
      for limit in 1...5 {
        let paged = try await all(correlation, tool, limit: limit)
        #expect(paged.messages == reply.messages)
        #expect(paged.events == reply.events)
        #expect(paged.pages >= (4 + limit - 1) / limit)
      }
    }
  }

  @Test func whatIsForgottenIsStillThereAsEvents() async throws {
    try await with({ $0.rememberedMessages = 0 }) { rig, tool in
      _ = try await rig.add("persistence", commands: MemoryStore().commands)
      try await addStandups(to: rig)
      let id = UUID()
      _ = try await tool.send(ListStandups(), options: CallOptions(id: id))
      let reply = try await tool.send(GetTrace(id: id.uuidString))
      #expect(reply.messages.isEmpty)
      #expect(reply.events.map(\.type) == ["standup.created"])
      #expect(reply.memory.capacity == 0)
      let byEvent = try await tool.send(GetTrace(id: String(reply.events[0].id.prefix(8))))
      #expect(byEvent == reply)
    }
  }

  @Test func withoutAJournalMessagesAreShownAndItIsSaid() async throws {
    try await with { _, tool in
      let id = UUID()
      await #expect(throws: BusError.self) {
        try await tool.send(
          ListStandups(), options: CallOptions(timeoutMs: 50, retries: false, id: id))
      }
      let reply = try await tool.send(GetTrace(id: id.uuidString))
      #expect(reply.messages.map(\.answer?.code) == [.unavailable])
      #expect(reply.messages.map(\.to) == [nil])
      #expect(!reply.isJournalRead && reply.events.isEmpty)
    }
  }

  /// A cursor that no page returned is after everything.
  @Test func afterTheGreatestNumberThereIsNothing() async throws {
    try await with { rig, tool in
      _ = try await rig.add("persistence", commands: MemoryStore().commands)
      try await addStandups(to: rig)
      let id = UUID()
      _ = try await tool.send(ListStandups(), options: CallOptions(id: id))
      for letter in ["m", "e"] {
        let reply = try await tool.send(
          GetTrace(id: id.uuidString, after: "\(letter)/\(Int64.max)"))
        #expect(reply.messages.isEmpty, "\(letter)")
      }
    }
  }

  @Test(arguments: [
    GetTrace(id: ""), GetTrace(id: "1234567"), GetTrace(id: "not an id"),
    GetTrace(id: UUID().uuidString + "0"), GetTrace(id: "12345678", limit: 0),
    GetTrace(id: "12345678", limit: 1001), GetTrace(id: "12345678", after: "x"),
    GetTrace(id: "12345678", after: "m/-1"),
  ])
  func whatCannotBeAskedIsRefused(_ command: GetTrace) async throws {
    try await with { _, tool in
      let error = await #expect(throws: BusError.self) { try await tool.send(command) }
      #expect(error?.code == .invalid)
    }
  }

  @Test func whatNobodyKnowsIsNotFoundAndWhatIsShortIsAmbiguous() async throws {
    try await with { rig, tool in
      _ = try await rig.add("persistence", commands: MemoryStore().commands)
      let error = await #expect(throws: BusError.self) {
        try await tool.send(GetTrace(id: UUID().uuidString))
      }
      #expect(error?.code == .notFound)
      for end in ["01", "02"] {
        _ = try await tool.send(
          ListServices(),
          options: CallOptions(id: UUID(uuidString: "AAAAAAAA-0000-4000-8000-0000000000\(end)")))
      }
      let ambiguous = await #expect(throws: BusError.self) {
        try await tool.send(GetTrace(id: "aaaaaaaa"))
      }
      #expect(ambiguous?.code == .invalid)
      #expect(ambiguous?.detail?["correlations"]?.split(separator: " ").count == 2)
      let whole = "aaaaaaaa-0000-4000-8000-000000000002"
      #expect(try await tool.send(GetTrace(id: whole)).messages.map(\.id) == [whole])
    }
  }

  @Test func theLatestCommandsAreListed() async throws {
    try await with { rig, tool in
      _ = try await rig.add("persistence", commands: MemoryStore().commands)
      try await addStandups(to: rig)
      for _ in 0..<3 { _ = try await tool.send(ListStandups()) }
      _ = try await tool.send(GetHealth())
      await #expect(throws: BusError.self) {
        try await tool.send(GetTrace(id: "x"))
      }
      func targets(_ command: ListTraces) async throws -> [String] {
        try await tool.send(command).traces.filter { $0.from == "tool" }.map(\.target)
      }
      // Messages caused by a command are not commands of their own, and queries are left out.
      #expect(
        try await targets(ListTraces(target: "standups."))
          == ["standups.list", "standups.list", "standups.list"])
      #expect(try await targets(ListTraces(target: "standups.list", limit: 1)).count == 1)
      #expect(try await targets(ListTraces()).allSatisfy { $0 == "standups.list" })
      #expect(try await targets(ListTraces(isAll: true)).contains("router.health"))
      #expect(try await targets(ListTraces(target: "router.health")) == ["router.health"])
      #expect(try await targets(ListTraces(isFailed: true, isAll: true)) == ["router.trace"])
      let refused = await #expect(throws: BusError.self) {
        try await tool.send(ListTraces(limit: 0))
      }
      #expect(refused?.code == .invalid)
    }
  }
}
