import CellsAPI
import StandupsMetrics

/// Metrics of the cells service, which are gauges that are set on each scrape.
struct CellsMetrics: Sendable {
  private let isUp: Gauge
  private let version: Gauge
  private let cells: Gauge
  private let slots: Gauge
  private let leaving: Gauge

  init(_ registry: MetricRegistry) {
    isUp = registry.gauge(
      "standups_cells_up",
      "1 if the cell map can be read, 0 if it is unavailable or invalid, -1 if cells are not configured."
    )
    version = registry.gauge("standups_cells_map_version", "Version of the cell map.")
    cells = registry.gauge("standups_cells_cells", "Cells in the cell map.")
    slots = registry.gauge(
      "standups_cells_slots",
      "Slots in this cell, out of 1,024; all of them if cells are not configured.")
    leaving = registry.gauge(
      "standups_cells_leaving", "Slots that are moving from this cell to another.")
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
