import CellsAPI
import Metrics

/// What the service shows of its state when somebody asks.
struct CellsMetrics: Sendable {
  private let isUp: Gauge
  private let version: Gauge
  private let cells: Gauge
  private let slots: Gauge
  private let leaving: Gauge

  init(_ registry: MetricRegistry) {
    isUp = registry.gauge(
      "standups_cells_up",
      "1 while the map of cells can be read, 0 while it cannot or makes no sense, -1 where there are no cells."
    )
    version = registry.gauge("standups_cells_map_version", "The version of the map of cells.")
    cells = registry.gauge("standups_cells_cells", "How many cells the map has.")
    slots = registry.gauge(
      "standups_cells_slots",
      "How many of the 1,024 slots this cell has; all where there are no cells."
    )
    leaving = registry.gauge(
      "standups_cells_leaving", "How many slots of this cell are on their way to another one.")
  }

  func show(_ reducer: CellsReducer, _ state: CellsState) {
    if reducer.cell == nil {
      isUp.set(-1)
    } else {
      isUp.set(state.map != nil && state.away == nil && state.refused == nil ? 1 : 0)
    }
    version.set(Int(state.map?.version ?? 0))
    cells.set(state.map?.cells.count ?? 0)
    leaving.set(
      state.map?.moves.filter { $0.from == reducer.cell }.reduce(0) { $0 + $1.slots.count } ?? 0)
    slots.set(reducer.share(state)?.slots.count ?? 0)
  }
}
