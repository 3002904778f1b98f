import Foundation
import Testing
import Threads

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
    configuration.watermarkPath = directory.file("postgresql")
    configure(&configuration.common)
    return try await PostgreSQLStore.open(configuration)
  }

  /// The result of `body` with the store, which is closed afterwards.
  func with<Value>(
    _ configure: (inout StoreConfiguration) -> Void = { _ in },
    _ body: (any Store) async throws -> Value
  ) async throws -> Value {
    try await closing(try await open(configure), body)
  }
}

/// The result of `body` with a store, which is closed afterwards.
private func closing<Opened, Value>(
  _ store: Opened, _ body: (Opened) async throws -> Value
) async throws -> Value where Opened: Store {
  do {
    let value = try await body(store)
    await store.close()
    return value
  } catch {
    await store.close()
    throw error
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

/// Opens a store in a SQLite file in a fresh directory, closes it and removes the directory
/// afterwards.
func withStore(
  _ configure: (inout SQLiteConfiguration) -> Void = { _ in },
  _ body: (SQLiteStore, TemporaryDirectory) async throws -> Void
) async throws {
  let directory = try TemporaryDirectory()
  var configuration = SQLiteConfiguration(path: directory.file("standups.db"))
  configure(&configuration)
  try await closing(try await SQLiteStore.open(configuration)) { try await body($0, directory) }
}

/// Opens the database at `path`, lets `body` use it, and closes it.
func withStore(at path: String, _ body: (SQLiteStore) async throws -> Void) async throws {
  try await withValue(at: path, body)
}

/// The result of `body` with the database at `path`.
func withValue<Value>(at path: String, _ body: (SQLiteStore) async throws -> Value) async throws
  -> Value
{
  try await closing(try await SQLiteStore.open(SQLiteConfiguration(path: path)), body)
}

/// A clock that only the test moves.
final class ManualClock: Sendable {
  private let seconds = Locked<Double>(1_767_225_600)

  var date: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

  func advance(by interval: Double) { seconds.withLock { $0 += interval } }
}
