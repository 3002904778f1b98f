import Cells

/// What the service reaches besides its parent: the map.
struct World: Sendable {
  /// The map, if it is another one than is known.
  var read: @Sendable (CellMap?) async -> Result<CellMap?, CellsFailure>
  /// Adds a cell, or changes where one is; the map afterwards.
  var add: @Sendable (String, String, CellMap?) async -> Result<CellMap, CellsFailure>
  /// Lets go of the database.
  var close: @Sendable () async -> Void
}

extension World {
  /// There are no cells.
  static let off = World(
    read: { _ in .success(nil) }, add: { _, _, _ in .failure(.full) }, close: {})

  /// A database.
  init(_ store: CellStore) {
    self.init(
      read: { known in
        do throws(CellsFailure) {
          return .success(try await store.read(after: known))
        } catch { return .failure(error) }
      },
      add: { name, router, known in
        do throws(CellsFailure) {
          return .success(try await store.add(name, router: router, after: known))
        } catch { return .failure(error) }
      },
      close: { await store.close() })
  }
}
