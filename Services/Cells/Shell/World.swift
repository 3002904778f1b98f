import Bus
import Cells
import CellsAPI
import Connecting

/// What the service reaches besides its parent: the map, and other cells.
struct World: Sendable {
  /// The map, if it is another one than is known.
  var read: @Sendable (CellMap?) async -> Result<CellMap?, CellsFailure>
  /// Adds a cell, or changes where one is; the map afterwards.
  var add: @Sendable (String, String, String?, CellMap?) async -> Result<CellMap, CellsFailure>
  /// Changes where slots are, or where they go; the map afterwards.
  var change: @Sendable (SlotChange, CellMap?) async -> Result<CellMap, CellsFailure>
  /// The way to the cell at a router.
  var cell: @Sendable (String) async throws -> any CommandCaller
  /// Lets go of the database, and of other cells.
  var close: @Sendable () async -> Void
}

extension World {
  /// There are no cells.
  static let off = World(
    read: { _ in .success(nil) }, add: { _, _, _, _ in .failure(.full) },
    change: { _, _ in .failure(.full) },
    cell: { _ in throw BusError(.unavailable, "Cells are not configured.") }, close: {})

  /// A database, and what its map names.
  init(_ store: CellStore, _ neighbours: Neighbours) {
    self.init(
      read: { known in
        do throws(CellsFailure) {
          return .success(try await store.read(after: known))
        } catch { return .failure(error) }
      },
      add: { name, router, web, known in
        do throws(CellsFailure) {
          return .success(try await store.add(name, router: router, web: web, after: known))
        } catch { return .failure(error) }
      },
      change: { change, known in
        do throws(CellsFailure) {
          return .success(try await store.change(change, after: known))
        } catch { return .failure(error) }
      },
      cell: { try await neighbours.caller(at: $0) },
      close: {
        await neighbours.close()
        await store.close()
      })
  }
}
