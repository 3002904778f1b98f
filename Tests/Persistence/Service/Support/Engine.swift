import Foundation
import TestSupport
import Testing

@testable import PersistenceService

/// Storage engines; tests for one must hold for all.
enum Engine: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite, postgresql

  var testDescription: String { rawValue }
}

/// The place of one store: opening it again gives the same store.
final class TestPlace: Sendable {
  let engine: Engine
  let directory: TemporaryDirectory
  /// A database of a server.
  let database: TestDatabase?

  init(on engine: Engine) async throws {
    self.engine = engine
    directory = try TemporaryDirectory()
    database = engine == .postgresql ? try await TestDatabase() : nil
  }

  func open(_ configure: (inout StoreConfiguration) -> Void = { _ in }) async throws -> any Store {
    guard let database else {
      var configuration = SQLiteConfiguration(path: directory.file("standups.db"))
      configure(&configuration.common)
      return try await SQLiteStore.open(configuration)
    }
    var configuration = try database.configuration()
    configuration.mark = directory.file("postgresql")
    configure(&configuration.common)
    return try await PostgreSQLStore.open(configuration)
  }

  /// The result of `body` with the store, which is closed afterwards.
  func with<Value>(
    _ configure: (inout StoreConfiguration) -> Void = { _ in },
    _ body: (any Store) async throws -> Value
  ) async throws -> Value {
    let store = try await open(configure)
    do {
      let value = try await body(store)
      await store.close()
      return value
    } catch {
      await store.close()
      throw error
    }
  }
}

/// Opens a store in a new place, closes it and removes the place afterwards.
func withStore(
  on engine: Engine, _ configure: (inout StoreConfiguration) -> Void = { _ in },
  _ body: (any Store, TemporaryDirectory) async throws -> Void
) async throws {
  try await withPlace(on: engine) { place in
    try await place.with(configure) { try await body($0, place.directory) }
  }
}

/// Gives `body` a place, and removes it afterwards.
func withPlace(on engine: Engine, _ body: (TestPlace) async throws -> Void) async throws {
  let place = try await TestPlace(on: engine)
  do {
    try await body(place)
  } catch {
    await place.database?.remove()
    throw error
  }
  await place.database?.remove()
}
