import Bus
import Documents
import FastJSON
import PersistenceAPI
import ServiceCatalog
import StandupsAPI
import TestSupport
import Testing

@testable import Composition
@testable import RouterService

/// A service reads and changes only the documents that its feature declares.
@Suite struct StoreAccessTests {
  private let integration = Integration.standups()

  /// The code of the error of a call of the focus service, and the number of commands that it
  /// caused.
  private func result(
    _ message: some DelegateMessage, from service: String = "focus"
  ) async -> (code: BusError.Code?, commands: Int) {
    let (code, sent) = await integration.result(message, from: service)
    return (code, sent.count)
  }

  @Test func theServicesWithDocumentsSendTheMessagesOfTheStore() {
    let keepers = Set(ServiceCatalog.children.filter(\.keepsDocuments).map(\.name))
    // Never empty because it lists the messages of the dialogue, which are four.
    for message in StoreDialogue.messages {
      #expect(integration.senders[message.target] == keepers)
    }
  }

  @Test(arguments: [
    DocumentChange.put(
      Document(collection: "webhooks", id: "1", body: .emptyObject)),
    .insert(Document(collection: "standups", id: "1", body: .emptyObject)),
    .delete(collection: "sessions", id: "1"),
    .deleteChildren(collection: "meetings", parent: "1"),
    .deleteMentioning(collection: "deadLetters", text: "1"),
    .delete(collection: "unknown", id: "1"),
  ])
  func aChangeOfForeignDocumentsIsDenied(_ change: DocumentChange) async {
    let own = DocumentChange.delete(collection: "focus.items", id: "1")
    #expect(await result(ChangesDecided(changes: [own])) == (nil, 1))
    #expect(await result(ChangesDecided(changes: [own, change])) == (.denied, 0))
  }

  @Test func theErrorNamesTheServiceAndTheCollection() async throws {
    let error = await #expect(throws: BusError.self) {
      try await integration.tell(
        DocumentsRequested(query: DocumentQuery(collection: "standups")),
        ScriptedCaller { _ in DocumentPage(documents: []) }, from: "gateway")
    }
    #expect(error?.message.contains("gateway") == true)
    #expect(error?.message.contains("“standups”") == true)
    #expect(error?.detail == ["collection": "standups"])
  }

  @Test func foreignDocumentsAreNotRead() async {
    func read(_ collection: String) -> DocumentsRequested {
      DocumentsRequested(query: DocumentQuery(collection: collection))
    }
    #expect(await result(read("focus")) == (nil, 1))
    #expect(await result(read("standups")) == (.denied, 0))
    #expect(await result(read("webhooks"), from: "webhooks") == (nil, 1))
    func search(_ collection: String, also: String?) -> SearchRequested {
      SearchRequested(query: TextQuery(collection: collection, also: also, query: "x"))
    }
    #expect(await result(search("meetings", also: "meetings.parts")) == (nil, 1))
    #expect(await result(search("meetings", also: "focus.items")) == (.denied, 0))
  }

  /// Standups deletes the notice about a damaged file once the user has seen it.
  @Test func aFeatureMayDeclareDocumentsOfAnother() async {
    let notice = ChangesDecided(changes: [.delete(collection: "notices", id: "1")])
    #expect(await result(notice, from: "standups") == (nil, 1))
    #expect(await result(notice, from: "schedule") == (.denied, 0))
  }

  private static func standup(_ id: String, in team: String?) -> Document {
    Document(collection: "standups", id: id, team: team, body: .emptyObject)
  }

  /// New documents, one that changes, one that moves, and one of the team that always exists.
  @Test(
    arguments: [
      ([.insert(standup("1", in: "web")), .insert(standup("2", in: "web"))], ["web"]),
      ([.put(standup("1", in: "web"))], []),
      ([.delete(collection: "standups", id: "1"), .put(standup("1", in: "ops"))], ["ops"]),
      ([.insert(standup("1", in: "default")), .insert(standup("2", in: nil))], []),
    ] as [([DocumentChange], [String])])
  func nothingIsAddedToAClosedTeam(_ changes: [DocumentChange], teams: [String]) async {
    let (_, sent) = await integration.result(ChangesDecided(changes: changes), from: "standups")
    let checks = teams.flatMap { team -> [DocumentChange] in
      let marker = Document(collection: "people.closedTeams", id: team, body: .emptyObject)
      return [.insert(marker), ClosedTeams.open(team)]
    }
    #expect((sent.first as? Commit)?.changes == checks + changes)
  }

  @Test func theErrorNamesTheClosedTeam() async throws {
    let closed = ["collection": "people.closedTeams", "document": "web", "store": "conflict"]
    let caller = ScriptedCaller { _ in throw BusError(.conflict, "Exists.", detail: closed) }
    let error = await #expect(throws: BusError.self) {
      try await integration.tell(
        ChangesDecided(changes: [.insert(Self.standup("1", in: "web"))]), caller, from: "standups")
    }
    #expect(error?.code == .conflict && error?.detail == ["team": "web"])
  }

  @Test func foreignEventsAreNotPublished() async {
    let decided = ChangesDecided(changes: [], events: [Sample.event()])
    #expect(await result(decided, from: "standups") == (nil, 1))
    #expect(await result(decided, from: "focus") == (.denied, 0))
    #expect(await result(decided, from: "gateway") == (.denied, 0))
  }

  @Test func aServiceWithoutDocumentsIsDenied() async {
    #expect(await result(TermBegun(id: "1"), from: "cells") == (.denied, 0))
    #expect(await result(TermBegun(id: "1"), from: "gateway") == (nil, 1))
  }
}
