import CommandLineKit
import Documents
import Foundation
import PersistenceAPI
import TestSupport
import Testing
import Threads

@testable import PersistenceService

/// A database moves from a file to a server and back without changes.
@Suite(.needs(.postgreSQL)) struct MoveTests {
  private func fill(_ store: any Store) async throws {
    for number in 0..<150 {
      _ = try await store.commit(
        Transaction(
          commit: Commit(
            changes: [
              .put(
                Document(
                  collection: "meetings", id: "m\(number)\0", parent: number % 2 == 0 ? "s" : nil,
                  team: number % 5 == 0 ? nil : "team-\(number % 5)",
                  sortKey: Int64(number % 7), body: json(#"{"n":\#(number),"t":"é\u0000💥"}"#),
                  searchText: number % 3 == 0 ? "Café number\0 \(number)" : nil))
            ],
            events: [
              .sample(
                "e\(number)", standup: "s", meeting: "m\(number % 5)",
                team: number % 4 == 0 ? nil : "team-\(number % 4)")
            ],
            idempotency: .init(key: "k\(number)", reply: json("[\(number)]"))),
          correlation: "c\(number)", causation: nil,
          by: number % 3 == 0 ? "tool/t\(number % 2)" : nil))
    }
    _ = try await store.commit(Commit(changes: [.erase(Erasure(meeting: "m3"))]))
    try await store.compact(keepingLast: 120)
  }

  /// Everything that a reader can query.
  private func contents(_ store: any Store) async throws -> [String] {
    var query = DocumentQuery(collection: "meetings", limit: 1000)
    var contents = [try await store.load(query).documents.map { "\($0)" }]
    query.newestFirst = true
    contents.append(try await store.load(query).documents.map(\.id))
    contents.append([try await "\(store.range())"])
    contents.append(try await store.replay(after: 30, limit: 1000).events.map { "\($0)" })
    contents.append(try await store.search("meetings", for: "cafe", limit: 100).sorted())
    contents.append(try await store.views().map { "\($0)" }.sorted())
    contents.append(["\(try await store.reply(under: "k42")?.text ?? "none")"])
    return contents.flatMap { $0 }
  }

  private func move(_ from: String, _ to: String) async -> (code: ExitCode, said: String) {
    await move(["--from", from, "--to", to])
  }

  private func move(_ arguments: [String]) async -> (code: ExitCode, said: String) {
    let said = Recorder<String>()
    let code = await PersistenceVerbs.run(
      ["move"] + arguments, in: VerbContext(output: said.record, errors: said.record))
    return (code, said.values.joined())
  }

  @Test func thereAndBackIsTheSameStore() async throws {
    try await withDatabase { database in
      let directory = try TemporaryDirectory()
      let (path, back) = (directory.file("standups.db"), directory.file("back.db"))
      let address = database.server.address(database.name) + "&connect_timeout=6"
      var before: [String] = []
      try await withStore(at: path) { store async throws in
        try await fill(store)
        before = try await contents(store)
      }
      let there = await move(path, address)
      #expect(there.code == .ok, "\(there.said)")
      try await withStore(on: database) { store async throws in
        #expect(try await contents(store) == before)
        #expect(store.damaged.problem == nil)
      }
      // A move to a database in use is rejected, and so is a second move to the same one.
      let again = await move(path, address)
      #expect(again.code == .data && again.said.contains("already contains data"))
      let returned = await move(address, back)
      #expect(returned.code == .ok, "\(returned.said)")
      try await withStore(at: back) { store async throws in
        #expect(try await contents(store) == before)
        #expect(try await store.load("notices", "dataFailedToLoad") == nil)
        #expect(try await store.commit(.event("next")).events.map(\.sequence) == [151])
      }
    }
  }

  /// It continues where it stopped; until its end it is not accepted as a database.
  @Test func aMoveThatWasCutShortGoesOn() async throws {
    try await withDatabase { database in
      let directory = try TemporaryDirectory()
      let path = directory.file("standups.db")
      var before: [String] = []
      try await withStore(at: path) { store async throws in
        try await fill(store)
        before = try await contents(store)
      }
      for rows in [1, 60, 130] {
        try await blocking { [configuration = try database.configuration()] in
          let source = try SQLiteMoveEnd(path)
          let target = try PostgreSQLMoveEnd(configuration)
          defer {
            source.close()
            target.close()
          }
          var move = StoreMove(source: FailingEnd(source, after: rows), target: target)
          move.step = 20
          #expect(throws: CutShort.self) { try move.run() }
        }
        let configuration = try database.configuration()
        #expect(await code { _ = try await PostgreSQLStore.open(configuration) } == .locked)
      }
      let target = try database.configuration()
      try await blocking {
        let (source, target) = (try SQLiteMoveEnd(path), try PostgreSQLMoveEnd(target))
        try StoreMove(source: source, target: target).run()
        source.close()
        target.close()
      }
      try await withStore(on: database) { store async throws in
        #expect(try await contents(store) == before)
      }
    }
  }

  @Test func whatIsNotAsItWasEndsTheMove() async throws {
    try await withDatabase { database in
      let directory = try TemporaryDirectory()
      let path = directory.file("standups.db")
      try await withStore(at: path) { try await fill($0) }
      let target = try database.configuration()
      try await blocking {
        let (source, target) = (try SQLiteMoveEnd(path), try PostgreSQLMoveEnd(target))
        defer {
          source.close()
          target.close()
        }
        #expect(throws: CutShort.self) {
          try StoreMove(source: FailingEnd(source, after: 200), target: target).run()
        }
      }
      try await database.execute("UPDATE documents SET sortkey = 99 WHERE parent = 's'")
      let moved = await move(path, database.server.address(database.name))
      #expect(moved.code != .ok)
    }
  }

  @Test(arguments: [
    [], ["--from"], ["--from", "/a"], ["--from", "/a", "--to", "/a"], ["--from", "a", "--to", "b"],
    ["--from", "/nowhere/standups.db", "--to", "/nowhere/else.db"], ["--form", "/a", "--to", "/b"],
    ["--from", "postgres://a:secret%/b", "--to", "/b"],
  ])
  func anInvalidCommandLineIsRejected(_ arguments: [String]) async {
    let moved = await move(arguments)
    #expect(moved.code == .usage)
    #expect(moved.said.contains("See “persistence-service move --help”."))
    #expect(!moved.said.contains("secret"))
  }
}

private struct CutShort: Error {}

/// A source that fails after a number of rows.
private final class FailingEnd: MoveEnd {
  private let end: any MoveEnd
  private var left: Int

  init(_ end: any MoveEnd, after rows: Int) {
    self.end = end
    left = rows
  }

  var name: String { end.name }
  func facts() throws -> MoveFacts { try end.facts() }
  func write(_ facts: MoveFacts) throws { try end.write(facts) }
  func lastKey(of table: MoveTable) throws -> [MoveValue]? { try end.lastKey(of: table) }
  func append(_ rows: [[MoveValue]], to table: MoveTable) throws { try end.append(rows, to: table) }
  func close() { end.close() }

  func rows(of table: MoveTable, after key: [MoveValue]?, limit: Int) throws -> [[MoveValue]] {
    guard left > 0 else { throw CutShort() }
    let rows = try end.rows(of: table, after: key, limit: limit)
    left -= rows.count
    return rows
  }
}
