import Bus
import Cells
import CellsAPI
import Connecting

/// Input and output other than messages to the composition root: the map, and other cells.
struct CellsIO: Sendable {
  /// Reads the map; nil if it has not changed.
  var read: @Sendable (CellMap?) async -> Result<CellMap?, CellsFailure>
  /// Adds a cell, or changes its address; returns the new map.
  var add: @Sendable (String, String, String?, CellMap?) async -> Result<CellMap, CellsFailure>
  /// Changes the owners or destinations of slots; returns the new map.
  var change: @Sendable (SlotChange, CellMap?) async -> Result<CellMap, CellsFailure>
  /// Connects to the cell at a router.
  var cell: @Sendable (String) async throws -> any CommandCaller
  /// Closes the connections to the database and to other cells.
  var close: @Sendable () async -> Void
}

extension CellsIO {
  /// Does nothing, if cells are not configured.
  static let off = CellsIO(
    read: { _ in .success(nil) }, add: { _, _, _, _ in .failure(.full) },
    change: { _, _ in .failure(.full) },
    cell: { _ in throw BusError(.unavailable, "Cells are not configured.") }, close: {})

  /// Uses a database, and connects to the cells in its map.
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
