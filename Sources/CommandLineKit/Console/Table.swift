/// Rows in columns, as wide as they need to be and no wider than the terminal.
package struct Table {
  package var header: [String]
  package var rows: [[String]] = []
  /// The column that gives way where there is not enough room.
  package var flexible = 0

  package init(header: [String], rows: [[String]] = [], flexible: Int = 0) {
    self.header = header
    self.rows = rows
    self.flexible = flexible
  }

  /// - Parameter width: in columns; nil cuts nothing, for output that is no terminal.
  package func lines(width: Int?, ink: Ink) -> [String] {
    var widths = header.indices.map { column in
      ([header] + rows).map { DisplayText.width($0[column]) }.max() ?? 0
    }
    if let width {
      let excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
      widths[flexible] = max(8, widths[flexible] - max(0, excess))
    }
    func line(_ cells: [String]) -> String {
      var text = cells.enumerated()
        .map { DisplayText.fit($0.element, widths[$0.offset]) }.joined(separator: "  ")
      while text.last == " " { text.removeLast() }
      return text
    }
    return [ink.bold(line(header))] + rows.map(line)
  }
}
