import Bus
import Documents
import FastJSON
import FocusAPI
import Foundation
import ServiceShell
import Testing

@testable import FocusService

/// Items: read page by page from the database, shown and deleted.
@Suite struct ItemTests {
  private static let item = FocusItem(
    id: "00000000-0000-0000-0000-0000000000aa", person: "ann", title: "Report", seconds: 10,
    date: TestTime.date(0))

  @Test func theyAreAskedForNewestFirst() throws {
    var scenario = try Scenario()
    let list = scenario.send(.items(scenario.ann, after: "7 a", limit: 5))
    let (id, query) = try scenario.load()
    #expect(
      query
        == DocumentQuery(
          collection: "focus.items", parent: "ann", after: "7 a", limit: 5, newestFirst: true,
          counts: true))
    let broken = Document(collection: "focus.items", id: "b", body: .emptyObject)
    scenario.store.send(
      .documents(
        id,
        .success(
          DocumentPage(documents: [try Self.item.document(), broken], next: "8", total: 9)))
    ) { $0.note(unreadable: "b") }
    let problems = FocusReducer(defaultMs: Scenario.defaultMs).problems(scenario.store.state)
    #expect(problems.map { $0.contains("The focus session b cannot be read") } == [true])
    // An unreadable item does not hide the others.
    #expect(
      try scenario.reply(to: list, ListFocusItems.Reply.self)
        == ListFocusItems.Reply(items: [Self.item], next: "8", total: 9))

    // A cursor that no page returned is rejected before the database is queried.
    let stranger = scenario.send(.items(nil, after: "x", limit: 5))
    try scenario.error(to: stranger, .invalid)

    let everybody = scenario.send(.items(nil, after: nil, limit: 20))
    let (second, all) = try scenario.load()
    #expect(
      all
        == DocumentQuery(
          collection: "focus.items", limit: 20, newestFirst: true, counts: true))
    scenario.store.send(
      .documents(second, .failure(BusError(.unavailable, "The store is away."))))
    try scenario.error(to: everybody, .unavailable)
    scenario.finish()
  }

  @Test func oneIsShown() throws {
    var scenario = try Scenario()
    let show = scenario.send(.item(Self.item.id))
    let (id, query) = try scenario.load()
    #expect(query == DocumentQuery(collection: "focus.items", id: Self.item.id))
    scenario.store.send(
      .documents(
        id, .success(DocumentPage(documents: [try Self.item.document()], total: 1))))
    #expect(try scenario.reply(to: show, FocusItem.self) == Self.item)

    let missing = scenario.send(.item("x"))
    let (second, _) = try scenario.load()
    scenario.store.send(.documents(second, .success(DocumentPage(documents: [], total: 0))))
    #expect(try scenario.error(to: missing, .notFound)?.detail == ["id": "x"])
    scenario.finish()
  }

  @Test func oneIsDeletedOnce() throws {
    var scenario = try Scenario()
    let first = scenario.send(.delete(Self.item.id))
    let (id, query) = try scenario.load()
    let second = scenario.send(.delete(Self.item.id), key: "k")
    #expect(query == DocumentQuery(collection: "focus.items", id: Self.item.id))
    scenario.store.send(
      .documents(
        id, .success(DocumentPage(documents: [try Self.item.document()], total: 1))))
    let decided = try scenario.commit(["focus.itemDeleted"])
    #expect(decided.changes == [.delete(collection: "focus.items", id: Self.item.id)])
    #expect(
      try decided.events[0].data.decode()
        == FocusItemDeleted(id: Self.item.id, person: "ann"))
    #expect(try scenario.reply(to: first, Done.self) == Done())

    let (again, _) = try scenario.load()
    scenario.store.send(.documents(again, .success(DocumentPage(documents: [], total: 0))))
    // An earlier run may have deleted it with this key.
    let (commit, recalled) = try scenario.takeCommit()
    #expect(recalled.changes.isEmpty)
    let kept = KeptReply(decision: "d", reply: .emptyObject)
    scenario.store.send(
      .committed(
        commit, .success(CommitOutcome(repeated: try RawJSON(encoding: kept)))))
    #expect(try scenario.reply(to: second, Done.self) == Done())
    scenario.finish()
  }

  @Test func whatIsNotThereCannotBeDeleted() throws {
    var scenario = try Scenario()
    let delete = scenario.send(.delete("x"))
    let (id, _) = try scenario.load()
    scenario.store.send(.documents(id, .success(DocumentPage(documents: [], total: 0))))
    try scenario.error(to: delete, .notFound)
    scenario.finish()
  }
}
