import Bus
import Cells
import Documents
import FastJSON
import Foundation
import PersistenceAPI
import Testing

@testable import PersistenceService

/// Documents by the slot of their owner, and in other forms than readers need.
@Suite struct SlotTests {
  private func id(_ slot: Int) throws -> String {
    let id = UUID().inSlot(try #require(Slot(slot)))
    return slot.isMultiple(of: 2) ? id.uuidString : id.uuidString.lowercased()
  }

  private func ids(_ store: any Store, _ query: DocumentQuery) async throws -> Set<String> {
    var query = query
    var ids: Set<String> = []
    repeat {
      let page = try await store.load(query)
      ids.formUnion(page.documents.map(\.id))
      query.after = page.next
    } while query.after != nil
    return ids
  }

  @Test(arguments: Engine.allCases)
  func documentsAreFoundByTheirSlot(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      var own: [Int: Set<String>] = [:]
      var parts: [Int: Set<String>] = [:]
      for slot in [0, 1, 255, 256, 511, 512, 1022, 1023] {
        for number in 0..<3 {
          let id = try id(slot)
          // A document that belongs to another one is in that one's slot, whatever its own id is.
          let part = "\(try self.id((slot + 7) % 1024))/\(number)"
          own[slot, default: []].insert(id)
          parts[slot, default: []].insert(part)
          let changes = [
            DocumentChange.put(Document(collection: "standups", id: id, body: .null)),
            .put(Document(collection: "meetings", id: part, parent: id, body: .null)),
          ]
          _ = try await store.commit(Commit(changes: changes))
        }
      }
      _ = try await store.commit(
        Commit(changes: [.put(Document(collection: "standups", id: "no id", body: .null))]))
      #expect(own.count == 8)
      for (slot, ids) in own {
        let slots = SlotSet([try #require(Slot(slot))])
        var query = DocumentQuery(collection: "standups", limit: 2, slots: slots)
        #expect(try await self.ids(store, query) == ids)
        query.newestFirst = true
        query.counts = true
        #expect(try await store.load(query).total == 3)
        query = DocumentQuery(collection: "meetings", slots: slots)
        #expect(try await self.ids(store, query) == parts[slot])
        query.parent = ids.first
        #expect(try await self.ids(store, query).count == 1)
      }
      let all = DocumentQuery(collection: "standups", limit: 5, slots: .all)
      #expect(try await ids(store, all).count == 24)
      let none = DocumentQuery(collection: "standups", slots: SlotSet())
      #expect(try await ids(store, none).isEmpty)
    }
  }

  /// A document has the same digest everywhere, and a different one after any change.
  @Test func digestsAreTheSameEverywhere() async throws {
    let one = Document(
      collection: "meetings", id: "m", parent: "s", sortKey: 3, body: json(#"{"a":1}"#))
    var variants = [one, one, one, one, one, one]
    variants[1].body = json(#"{"a":2}"#)
    variants[2].parent = "t"
    variants[3].sortKey = 4
    variants[4].team = "web"
    variants[5].team = TeamScope.defaultTeam
    var digests: [[RawJSON]] = []
    for engine in Engine.allCases {
      try await withStore(on: engine) { store, _ in
        var found: [RawJSON] = []
        // Never empty because it is a literal.
        for document in variants {
          // Some of them have another parent or team.
          _ = try await store.commit(
            Commit(changes: [.delete(collection: "meetings", id: "m"), .put(document)]))
          let query = DocumentQuery(collection: "meetings", form: .digest)
          found.append(try #require(try await store.load(query).documents.first).body)
          let byID = DocumentQuery(collection: "meetings", ids: ["m"], form: .digest)
          #expect(try await store.load(byID).documents.first?.body == found.last)
        }
        digests.append(found)
      }
    }
    #expect(Set(digests).count == 1 && Set(digests.first ?? []).count == 6)
    #expect(digests.first?.first?.string?.count == 16)
  }

  /// It is returned with its search text, which counts towards a page.
  @Test(arguments: Engine.allCases)
  func aWholeDocumentHasItsSearchText(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let documents = (0..<3).map {
        Document(
          collection: "meetings", id: "m\($0)", sortKey: Int64($0), body: .null,
          searchText: String(repeating: "ä", count: 1000))
      }
      _ = try await store.commit(Commit(changes: documents.map { .put($0) }))
      let query = DocumentQuery(collection: "meetings", form: .whole)
      #expect(try await store.load(query).documents == documents)
      #expect(try await store.load(query, maxBytes: 3000).documents.count == 1)
      let byID = DocumentQuery(collection: "meetings", ids: ["m1"], form: .whole)
      #expect(try await store.load(byID).documents == [documents[1]])
    }
  }
}
