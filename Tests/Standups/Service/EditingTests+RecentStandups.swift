import Documents
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Standups that are read from the store when they are needed.
extension EditingTests {
  /// The subject of a command is read first, unless it was used recently.
  @Test func aStandupThatWasNotUsedLatelyIsReadFirst() throws {
    var scenario = Scenario { $0.saved.count = 2 }
    let caller = scenario.send(.edit(EditStandup(id: design.id, title: "Morning")))
    let (id, query) = try scenario.load()
    #expect(query.ids == ["\(design.id)"])
    let reader = scenario.send(.get(GetStandup(id: product.id, limit: 0)))
    let (read, _) = try scenario.load()
    scenario.store.send(
      .documents(read, .success(.init(documents: [try record(product, 2).document()])))
    ) { $0.put(record(product, 2)) }
    let reply = try scenario.get(to: reader)
    #expect(reply.summary.standup == product)
    let document = try record(design, 1, meetings: 3).document()
    scenario.store.send(.documents(id, .success(.init(documents: [document])))) {
      $0.put(record(design, 1, meetings: 3))
    }
    let edited = design.edited("Morning")
    try scenario.commit(["standup.updated"]) { $0.put(record(edited, 1, meetings: 3)) }
    #expect(try scenario.reply(to: caller) == .standup(edited))
    scenario.finish()
  }

  /// A read from before a change must not hide the change.
  @Test func whatChangesWhileItIsReadIsNotKeptAsItWas() throws {
    var scenario = Scenario { $0.saved.count = 1 }
    let reader = scenario.send(.get(GetStandup(id: design.id, limit: 0)))
    let (read, _) = try scenario.load()
    let delete = scenario.send(.delete(DeleteStandup(id: design.id)))
    let (held, _) = try scenario.load()
    let page = DocumentPage(documents: [try record(design, 1).document()])
    scenario.store.send(.documents(held, .success(page))) { $0.put(record(design, 1)) }
    try scenario.commit(["standup.deleted"]) { $0.removeStandup(design.id) }
    _ = try scenario.reply(to: delete)
    scenario.store.send(.documents(read, .success(page)))
    // Requested before the deletion.
    _ = try scenario.reply(to: reader)
    let late = scenario.send(.get(GetStandup(id: design.id, limit: 0)))
    try scenario.loadStandups()
    try scenario.error(to: late, .notFound)
    #expect(scenario.store.state.reading.isEmpty)
    scenario.finish()
  }

  @Test func whatCannotBeReadIsNotLost() throws {
    var scenario = Scenario { $0.saved.count = 1 }
    let caller = scenario.send(.delete(DeleteStandup(id: design.id)))
    let (id, _) = try scenario.load()
    let bad = Document(collection: "standups", id: "\(design.id)", body: .emptyObject)
    scenario.store.send(.documents(id, .success(.init(documents: [bad])))) {
      $0.note(unreadable: "standups/\(design.id)")
    }
    try scenario.error(to: caller, .notFound)
    let status = scenario.send(.status(GetListStatus()))
    let reply = try scenario.status(to: status)
    #expect(reply.unreadable == ["standups/\(design.id)"])
    scenario.finish()
  }

  /// Memory is bounded, regardless of the number of saved standups.
  @Test func thoseThatWereUsedFirstAreForgotten() {
    var recent = RecentStandups()
    let title = String(repeating: "t", count: 1000)
    for number in 0..<20_000 {
      recent.put(
        record(
          Standup(id: Standup.ID(UUID(number: UInt32(number))), title: title), Int64(number)))
    }
    #expect((4000..<9000).contains(recent.count))
    #expect(recent[Standup.ID(UUID(number: 0))] == nil)
    #expect(recent[Standup.ID(UUID(number: 19_999))]?.sortKey == 19_999)
    for number in 0..<20_000 { recent.remove(Standup.ID(UUID(number: UInt32(number)))) }
    #expect(recent.count == 0)
    // Removed standups make room again.
    for number in 0..<4000 {
      recent.put(
        record(
          Standup(id: Standup.ID(UUID(number: UInt32(number))), title: title), Int64(number)))
    }
    #expect(recent.count == 4000)
  }
}
