import Bus
import FastJSON
import Foundation
import PersistenceAPI
import RouterAPI
import TestSupport
import Testing

@testable import RouterService

/// Events of other tools.
@Suite struct PublishTests {
  private func with(_ body: (BusRig, Peer, MemoryStore) async throws -> Void) async throws {
    let rig = try await BusRig()
    do {
      let store = MemoryStore()
      _ = try await rig.add("persistence", commands: store.commands)
      try await body(rig, try await rig.tool(), store)
    } catch {
      await rig.close()
      throw error
    }
    await rig.close()
  }

  private static let data = RawJSON(unchecked: Array(#"{"n":1}"#.utf8))

  @Test func theyAreWrittenBeforeTheyGoOut() async throws {
    try await with { rig, tool, store in
      await rig.published.wait(for: 1)
      let id = UUID().uuidString
      let reply = try await tool.send(
        PublishEvents(events: [
          EventDraft(
            id: id, type: "test.hello", subject: "world", data: Self.data,
            standup: "s", meeting: "m"),
          EventDraft(type: "com.example.deploy.done", subject: "web"),
        ]))
      #expect(reply.events.map(\.sequence) == [2, 3])
      #expect(reply.epoch == "epoch")
      #expect(reply.events[0].id == id.lowercased())
      let events = await rig.published.wait(for: 3).suffix(2)
      #expect(events.map(\.type) == ["test.hello", "com.example.deploy.done"])
      #expect(events.map(\.source) == ["/standups/tool", "/standups/tool"])
      #expect(events.first?.data == Self.data)
      #expect(events.last?.data == .emptyObject)
      let written = try #require(store.commits.values.last)
      #expect(
        written.events.first?.labels
          == EventLabels(type: "test.hello", subject: "world", standup: "s", meeting: "m"))
      #expect(written.changes.isEmpty)
    }
  }

  @Test func aRepeatedCommandWritesNothingTwice() async throws {
    try await with { rig, tool, store in
      let options = CallOptions(idempotencyKey: "once")
      let command = PublishEvents(events: [EventDraft(type: "test.a", subject: "b")])
      let first = try await tool.send(command, options: options)
      let second = try await tool.send(command, options: options)
      #expect(first == second)
      #expect(
        store.commits.values.flatMap(\.events).filter { $0.labels.type == "test.a" }.count == 1)
    }
  }

  /// A full disk is final for the router, which would otherwise retry at once, but not for the
  /// tool.
  @Test func aDiskThatIsFullMayHaveRoomLater() async throws {
    let rig = try await BusRig()
    var full = CommandTable()
    full.on(Commit.self) { _, _ in
      throw BusError(.unavailable, "The disk is full.", retryable: false)
    }
    _ = try await rig.add("persistence", commands: full)
    let tool = try await rig.tool()
    let error = await #expect(throws: BusError.self) {
      try await tool.send(
        PublishEvents(events: [EventDraft(type: "test.a", subject: "b")]),
        options: CallOptions(timeoutMs: 1000, retries: false))
    }
    #expect(error?.code == .unavailable && error?.message == "The disk is full.")
    #expect(error?.retryable == true && error?.retryAfterMs == 5000)
    await rig.close()
  }

  @Test func ephemeralOnesAreNotWritten() async throws {
    try await with { rig, tool, store in
      await rig.published.wait(for: 1)
      let reply = try await tool.send(
        PublishEvents(events: [EventDraft(type: "test.tick", subject: "x")], isEphemeral: true))
      #expect(reply.epoch == nil && reply.events.map(\.sequence) == [nil])
      let event = await rig.published.wait(for: 2)[1]
      #expect(event.sequence == nil && event.type == "test.tick")
      #expect(store.commits.values.flatMap(\.events).count == 1)
    }
  }

  @Test func aServicePublishesUnderItsOwnName() async throws {
    try await with { rig, _, store in
      let polls = try await rig.add("polls")
      let reply = try await polls.send(
        PublishEvents(events: [EventDraft(type: "polls.closed", subject: "1")]))
      #expect(reply.events.map(\.type) == ["polls.closed"])
      let event = try #require(
        store.commits.values.flatMap(\.events).first { $0.labels.type == "polls.closed" })
      #expect(event.source == "/standups/polls")
    }
  }

  @Test(arguments: [
    "meeting.finished", "test.closed", "com.example.closed", "pollsters.closed", "polls",
    "Polls.closed",
  ])
  func aServicePublishesUnderNoOtherName(_ type: String) async throws {
    try await with { rig, _, store in
      let polls = try await rig.add("polls")
      let error = await #expect(throws: BusError.self) {
        try await polls.send(PublishEvents(events: [EventDraft(type: type, subject: "1")]))
      }
      #expect(error?.code == .invalid)
      #expect(!store.commits.values.flatMap(\.events).contains { $0.labels.type == type })
    }
  }

  /// Services of this installation publish through their bindings.
  @Test func aServiceOfTheInstallationPublishesNoEventsItself() async throws {
    try await with { rig, _, _ in
      let timer = try await rig.add("timer")
      let error = await #expect(throws: BusError.self) {
        try await timer.send(
          PublishEvents(events: [EventDraft(type: "timer.closed", subject: "1")]))
      }
      #expect(error?.code == .invalid)
    }
  }

  @Test(arguments: [
    "meeting.finished", "Meeting.finished", "countdown.ended", "countdown.ended.early",
    "standup.created", "service.up", "bus.unbound",
    "webhook.ping", "router.x.y", "test", "test.", "hello", "example.deploy", "a..b.c", "",
    ".test.x", "test.with space", "test.ü", "test./", "test." + String(repeating: "a", count: 128),
  ])
  func typesOfTheProductAndNoTypesAreRefused(_ type: String) async throws {
    try await with { rig, tool, store in
      let error = await #expect(throws: BusError.self) {
        try await tool.send(
          PublishEvents(events: [
            EventDraft(type: "test.fine", subject: "x"), EventDraft(type: type, subject: "x"),
          ]))
      }
      #expect(error?.code == .invalid)
      #expect(error?.detail?["event"] == "1")
      #expect(!store.commits.values.flatMap(\.events).contains { $0.labels.type == "test.fine" })
    }
  }

  @Test(arguments: [
    EventDraft(id: "7", type: "test.x", subject: "x"), EventDraft(type: "test.x", subject: ""),
    EventDraft(type: "test.x", subject: "a\nb"),
    EventDraft(type: "test.x", subject: String(repeating: "a", count: 257)),
    EventDraft(type: "test.x", subject: "x", data: RawJSON(unchecked: Array("[]".utf8))),
    EventDraft(type: "test.x", subject: "x", standup: ""),
    EventDraft(type: "test.x", subject: "x", meeting: "\u{7F}"),
  ])
  func whatIsNoEventIsRefused(_ draft: EventDraft) async throws {
    try await with { _, tool, _ in
      for isEphemeral in [false, true] {
        let error = await #expect(throws: BusError.self) {
          try await tool.send(PublishEvents(events: [draft], isEphemeral: isEphemeral))
        }
        #expect(error?.code == .invalid)
      }
    }
  }

  @Test func noneAndTooManyAreRefused() async throws {
    try await with { _, tool, _ in
      let draft = EventDraft(type: "test.x", subject: "x")
      for count in [0, 1001] {
        let error = await #expect(throws: BusError.self) {
          try await tool.send(PublishEvents(events: Array(repeating: draft, count: count)))
        }
        #expect(error?.code == .invalid)
      }
    }
  }
}
