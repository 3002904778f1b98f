import Bus
import Cells
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import RouterService

/// The documents that an archive may have, and when two of them are the same.
struct ArchivedDocumentsTests {
  private let standup = Standup(id: Standup.ID(UUID()), title: "Daily")

  private func document(
    _ collection: String, _ id: String, _ body: String, parent: String? = nil
  ) throws -> Document {
    Document(
      collection: collection, id: id, parent: parent,
      body: try RawJSON(validating: Array(body.utf8)))
  }

  private var slot: Slot { Slot(of: standup.id.rawValue) }

  @Test func whatIsNoDocumentOfAnArchiveIsRefused() throws {
    let good = Document(
      collection: "standups", id: "\(standup.id)",
      body: try RawJSON(encoding: StandupSummary(standup: standup, meetings: 0)))
    #expect(ArchivedDocuments.problem(good, in: slot) == nil)
    #expect(ArchivedDocuments.problem(good, in: nil) != nil)
    let other = try #require(Slot((slot.number + 1) % Slot.count))
    #expect(ArchivedDocuments.problem(good, in: other) != nil)
    var wrong = good
    wrong.id = "\(UUID())"
    #expect(ArchivedDocuments.problem(wrong, in: Slot(of: UUID(uuidString: wrong.id)!)) != nil)
    wrong = good
    wrong.body = .emptyObject
    #expect(ArchivedDocuments.problem(wrong, in: slot) != nil)
    for (collection, body) in [
      ("sessions", "{}"), ("gateway.sessions", "{}"), ("deadLetters", "{}"),
      ("schedules", "{}"), ("authorizations", #"{"isGranted":1}"#),
      ("meetings", "{}"), ("meetings.parts", "{}"), ("followUps", "{}"), ("updates", "{}"),
    ] {
      let document = try document(collection, "\(standup.id)", body)
      #expect(ArchivedDocuments.problem(document, in: slot) != nil, "\(collection)")
    }
    // Persistence's placeholder for a damaged document.
    #expect(!ArchivedDocuments.ofStandups.isEmpty && !ArchivedDocuments.others.isEmpty)
    for collection in ArchivedDocuments.ofStandups {
      let damaged = try document(
        collection, "\(standup.id)", #"{"isDamaged":true}"#, parent: "\(standup.id)")
      #expect(ArchivedDocuments.problem(damaged, in: slot) != nil, "\(collection)")
    }
    for collection in ArchivedDocuments.others {
      let damaged = try document(collection, "\(UUID())", #"{"isDamaged":true}"#)
      #expect(ArchivedDocuments.problem(damaged, in: nil) != nil, "\(collection)")
    }
  }

  /// An archive from before there were teams has none.
  @Test(
    arguments: [(nil, "default"), ("default", "default"), ("web", "web")] as [(String?, String)])
  func aDocumentHasATeam(archived: String?, here: String) throws {
    var standup = standup
    standup.team = here == "default" ? nil : here
    let document = Document(
      collection: "standups", id: "\(standup.id)", team: archived,
      body: try RawJSON(encoding: StandupSummary(standup: standup, meetings: 0)))
    #expect(ArchivedDocuments.problem(document, in: slot) == nil)
    let taken = try ArchivedDocuments.taken(document)
    #expect(taken.team == here && ArchivedDocuments.problem(taken, in: slot) == nil)
    #expect(ArchivedDocuments.isSame(taken, document))
    var other = document
    other.team = "ops"
    #expect(!ArchivedDocuments.isSame(taken, other))
    #expect(ArchivedDocuments.problem(other, in: slot) != nil)
  }

  @Test func secretsAreLeftOut() throws {
    let id = "\(UUID())"
    let plain = try document(
      "webhooks", id,
      #"{"id":"\#(id)","url":"https://a/b","format":"binary","secret":"s","position":{}}"#)
    let without = try ArchivedDocuments.withoutSecrets(plain)
    #expect(without.body["secret"] == nil && without.body["url"]?.string == "https://a/b")
    #expect(ArchivedDocuments.obstacle(without) == nil)
    #expect(ArchivedDocuments.isSame(plain, without))
    let chat = try document(
      "webhooks", id, #"{"id":"\#(id)","url":"https://a/key","format":"slack"}"#)
    let hidden = try ArchivedDocuments.withoutSecrets(chat)
    #expect(hidden.body["url"] == nil && ArchivedDocuments.obstacle(hidden) != nil)
    #expect(ArchivedDocuments.isSame(chat, hidden))
    #expect(!ArchivedDocuments.isSame(plain, hidden))
    var own = plain
    own.team = "web"
    #expect(try ArchivedDocuments.taken(own).team == "web")
    #expect(try ArchivedDocuments.withoutSecrets(own).team == "web")
    let taken = try ArchivedDocuments.taken(plain)
    #expect(taken.team == nil)
    #expect(taken.body["pause"]?["isWanted"]?.text == "true")
    #expect(taken.body["secret"]?.string == "s")
  }

  /// An archive must not be able to authorise requests to internal addresses on behalf of this machine's user.
  @Test func nothingOfAnArchiveIsLocal() throws {
    let (hook, id) = ("\(UUID())", "\(standup.id)")
    let documents = [
      try document(
        "webhooks", hook, #"{"id":"\#(hook)","url":"http://127.0.0.1/","isLocal":true}"#),
      try document(
        "schedules", id, #"{"rule":{},"holidays":{"url":"http://127.0.0.1/","isLocal":true}}"#),
    ]
    for document in documents {
      let taken = try ArchivedDocuments.taken(document)
      #expect(!taken.body.text.contains(#""isLocal":true"#), "\(taken.body.text)")
      // It is the same when the archive is imported again.
      #expect(ArchivedDocuments.isSame(taken, document))
    }
    var given = try document("schedules", id, #"{"rule":{},"holidays":{"days":[]}}"#)
    given.team = "default"
    #expect(try ArchivedDocuments.taken(given) == given)
  }

  @Test func standupsOfAnOlderArchiveAreSearchable() throws {
    var archived = Document(
      collection: "standups", id: "\(standup.id)",
      body: try RawJSON(encoding: StandupSummary(standup: standup, meetings: 0)))
    #expect(try ArchivedDocuments.taken(archived).searchText == "Daily")
    archived.searchText = "Anything"
    #expect(try ArchivedDocuments.taken(archived).searchText == "Daily")
  }

  @Test func whatChangesByItselfDoesNotCount() throws {
    let id = "\(standup.id)"
    func schedule(_ at: String, _ settled: Int, _ holidays: String = "null") throws -> Document {
      try document(
        "schedules", id,
        #"{"rule":{"at":"\#(at)"},"settledMs":\#(settled),"told":[\#(settled)],"holidays":\#(holidays)}"#
      )
    }
    #expect(ArchivedDocuments.isSame(try schedule("09:30", 1), try schedule("09:30", 2)))
    #expect(!ArchivedDocuments.isSame(try schedule("09:30", 1), try schedule("10:00", 1)))
    let read = #"{"url":"https://a","days":["2026-01-01"],"readMs":1,"triedMs":1}"#
    let readLater = #"{"url":"https://a","days":[],"readMs":2,"triedMs":2,"problem":"away"}"#
    let given = #"{"days":["2026-01-01"],"readMs":1,"triedMs":1}"#
    let other = #"{"days":["2026-01-02"],"readMs":1,"triedMs":1}"#
    #expect(
      ArchivedDocuments.isSame(try schedule("1", 1, read), try schedule("1", 1, readLater)))
    #expect(!ArchivedDocuments.isSame(try schedule("1", 1, given), try schedule("1", 1, other)))
    #expect(!ArchivedDocuments.isSame(try schedule("1", 1, given), try schedule("1", 1, read)))
    var moved = try schedule("1", 1)
    moved.sortKey = 2
    #expect(!ArchivedDocuments.isSame(try schedule("1", 1), moved))
    var ofTeam = try schedule("1", 1)
    ofTeam.team = "web"
    #expect(!ArchivedDocuments.isSame(try schedule("1", 1), ofTeam))
  }
}
