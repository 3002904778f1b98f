extension Feature {
  /// Cells, which share the standups among installations.
  static let cells = Feature(name: "cells", bind: { parent, cell in parent.bindCells(cell) })
}
