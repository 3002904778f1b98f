import Documents
import PersistenceAPI
import TestSupport
import Testing

@testable import PersistenceService

/// A row that fits no index must not make others fail.
@Suite(.needs(.postgreSQL)) struct ServerBoundTests {
  @Test func aNameThatFitsNoIndexIsRefused() async throws {
    try await withDatabase { database in
      let gate = Gate()
      try await withStore(on: database, { $0.common.willCommit = gate.pass }) { store in
        gate.hold()
        async let first = store.commit(.put("first"))
        try await until { gate.hasSeen(1) }
        let long = String(repeating: "x", count: 401)
        async let codes = [
          code { _ = try await store.commit(.put(long)) },
          code { _ = try await store.commit(.event(long)) },
          code {
            _ = try await store.commit(Commit(idempotency: .init(key: long, reply: .emptyObject)))
          },
        ]
        async let beside = store.commit(.put("beside"))
        try await until { store.backlog >= 2 }
        gate.open()
        _ = try await (first, beside)
        #expect(await codes == [.invalid, .invalid, .invalid])
        #expect(try await store.count("standups") == 2)
        // Three names of maximum length make the largest entry.
        let name = String(repeating: "\u{1}", count: 400)
        _ = try await store.commit(
          Commit(changes: [
            .put(Document(collection: name, id: name, parent: name, body: .emptyObject))
          ]))
        #expect(try await store.load(name, name) != nil)
      }
    }
  }
}
