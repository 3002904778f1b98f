import Foundation
import Testing

@testable import PersistenceService

/// Opens a store in a fresh directory, closes it and removes the directory afterwards.
func withStore(
  _ configure: (inout StoreConfiguration) -> Void = { _ in },
  _ body: (Store, TemporaryDirectory) async throws -> Void
) async throws {
  let directory = try TemporaryDirectory()
  var configuration = StoreConfiguration(path: directory.file("standups.db"))
  configure(&configuration)
  let store = try await Store.open(configuration)
  do {
    try await body(store, directory)
    await store.close()
  } catch {
    await store.close()
    throw error
  }
}

/// Opens the database at `path`, lets `body` use it, and closes it.
func withStore(at path: String, _ body: (Store) async throws -> Void) async throws {
  try await withValue(at: path, body)
}

/// What `body` gets from the database at `path`.
func withValue<Value>(at path: String, _ body: (Store) async throws -> Value) async throws -> Value
{
  let store = try await Store.open(StoreConfiguration(path: path))
  do {
    let value = try await body(store)
    await store.close()
    return value
  } catch {
    await store.close()
    throw error
  }
}

/// The code of the `StoreError` that `body` throws; a test failure when it throws none.
func code(
  of body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async -> StoreError.Code? {
  do {
    try await body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    return nil
  } catch let error as StoreError {
    return error.code
  } catch {
    Issue.record("not a StoreError: \(error)", sourceLocation: sourceLocation)
    return nil
  }
}

extension NewEvent {
  static func sample(
    _ id: String, type: String = "standup.updated", standup: String? = nil,
    meeting: String? = nil, data: String = "{}"
  ) -> NewEvent {
    NewEvent(
      id: id, type: type, subject: id, time: "2026-01-01T09:00:00Z", source: "/standups",
      traceparent: nil, standup: standup, meeting: meeting, data: data)
  }
}

extension Transaction {
  static func put(_ id: String, body: String = "{}", expecting version: Int64? = nil)
    -> Transaction
  {
    Transaction(
      changes: [
        .put(collection: "standups", id: id, body: body, expectedVersion: version)
      ])
  }

  static func event(_ id: String) -> Transaction { Transaction(events: [.sample(id)]) }
}
