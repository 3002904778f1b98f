import ArchiveAPI
import Cells
import Documents
import FastJSON
import FocusAPI
import Foundation
import PersistenceAPI
import ScheduleAPI
import Standups
import StandupsAPI
import TestSupport
import Testing
import WebhooksAPI

@testable import Bus
@testable import RouterService

/// Documents of an archive that no command would have written are not restored.
@Suite struct RestoringTests {
  private static let standup = Standup(id: Standup.ID(UUID(number: 0xA1)), title: "Daily")
  private static let slot = Slot(of: standup.id.rawValue).number
  private static let webhookID = "00000000-0000-0000-0000-00000000000a"

  private static func text(_ text: String) throws -> RawJSON {
    try RawJSON(validating: Array(text.utf8))
  }

  private static func standups() throws -> Document {
    Document(
      collection: "standups", id: "\(standup.id)", team: "default",
      body: try RawJSON(encoding: StandupSummary(standup: standup, meetings: 0)))
  }

  /// A past meeting and a focus item.
  private static func others() throws -> [(document: Document, slot: Int?)] {
    let meeting = Meeting(
      id: Meeting.ID(UUID(number: 0xB1)), date: Date(timeIntervalSince1970: 1), transcript: "",
      durationMs: 1000, attendees: [Attendee(id: Attendee.ID(UUID(number: 1)), name: "Ann")],
      parts: 2)
    let item = FocusItem(
      id: "00000000-0000-0000-0000-000000000001", person: "ann", title: "Report", seconds: 60,
      date: Date(timeIntervalSince1970: 1))
    return [
      (
        Document(
          collection: "meetings", id: "\(meeting.id)", parent: "\(standup.id)",
          body: try RawJSON(encoding: meeting)), slot
      ),
      (
        Document(
          collection: "focus.items", id: item.id, parent: item.person,
          body: try RawJSON(encoding: item)), nil
      ),
    ]
  }

  private static func schedule() throws -> Document {
    Document(
      collection: "schedules", id: "\(standup.id)",
      body: try text(#"{"rule":{"minute":9223372036854775807}}"#))
  }

  /// A router with persistence, and with services that reject all documents.
  private func with(
    _ body: (_ store: MemoryStore, _ tool: Peer) async throws -> Void
  ) async throws {
    let rig = try await BusRig()
    do {
      let store = MemoryStore()
      _ = try await rig.add("persistence", commands: store.commands)
      var schedule = CommandTable()
      schedule.on(CheckSchedules.self) { command, _ in
        DocumentProblems(
          problems: Dictionary(
            command.documents.map { ($0.id, "A rule has a minute.") }
          ) { first, _ in first })
      }
      _ = try await rig.add("schedule", commands: schedule)
      var webhooks = CommandTable()
      webhooks.on(CheckWebhooks.self) { command, _ in
        DocumentProblems(
          problems: Dictionary(
            command.documents.map { ($0.id, "A webhook has a sequence.") }
          ) { first, _ in first })
      }
      _ = try await rig.add("webhooks", commands: webhooks)
      try await body(store, try await rig.tool())
    } catch {
      await rig.close()
      throw error
    }
    await rig.close()
  }

  @Test func aDocumentAtItsExtremesIsRefusedAndNamed() async throws {
    try await with { store, tool in
      let all = [(document: try Self.standups(), slot: Int?.some(Self.slot))] + (try Self.others())
      try #require(all.count == 3)
      for (document, slot) in all {
        var refused = 0
        let variants = try Extremes.variants(of: document.body)
        try #require(variants.count > 30)
        for variant in variants {
          var changed = document
          changed.body = variant.body
          guard DocumentRules.problem(changed) != nil else { continue }
          refused += 1
          let error = await #expect(throws: BusError.self, "\(variant.description)") {
            try await tool.send(RestoreDocuments(slot: slot, documents: [changed]))
          }
          #expect(error?.code == .invalid && error?.detail?["document"] == document.id)
        }
        #expect(refused > 15, "\(document.collection)")
      }
      #expect(store.restored.isEmpty)
    }
  }

  /// Only these services can read them.
  @Test func whatTheServiceOfADocumentRejectsIsRefused() async throws {
    let webhook = Document(
      collection: "webhooks", id: Self.webhookID,
      body: try Self.text(
        #"{"id":"\#(Self.webhookID)","url":"https://a.test/","position":{"sequence":-1}}"#))
    try await with { store, tool in
      let schedules = try await tool.send(
        RestoreDocuments(slot: Self.slot, documents: [try Self.schedule()]))
      #expect(schedules.outcomes == [.init(.refused, reason: "A rule has a minute.")])
      let webhooks = try await tool.send(RestoreDocuments(slot: nil, documents: [webhook]))
      #expect(webhooks.outcomes == [.init(.refused, reason: "A webhook has a sequence.")])
      #expect(store.restored.isEmpty)
      let standups = try await tool.send(
        RestoreDocuments(slot: Self.slot, documents: [try Self.standups()]))
      #expect(standups.outcomes == [.init(.created)])
      var searchable = try Self.standups()
      searchable.searchText = Self.standup.searchText
      #expect(store.restored == [.insert(searchable)])
    }
  }

  /// So that it can be inspected before it is removed.
  @Test func aScheduleThatItsServiceRejectsIsExported() async throws {
    try await with { store, tool in
      try await store.put(try Self.schedule())
      let page = try await tool.send(
        GetArchiveDocuments(
          slot: Self.slot, collection: "schedules", ids: ["\(Self.standup.id)"]))
      #expect(page.documents == [try Self.schedule()] && page.unreadable == nil)
    }
  }
}

extension MemoryStore {
  /// Changes of documents, without the journal of the bus.
  fileprivate nonisolated var restored: [DocumentChange] { commits.values.flatMap(\.changes) }

  fileprivate func put(_ document: Document) throws {
    _ = try commit(Commit(changes: [.put(document)]), Header())
  }
}
