/// Rows in columns, as wide as they need to be and no wider than the terminal.
package struct Table {
  package var header: [String]
  package var rows: [[String]] = []
  /// The column that gives way where there is not enough room.
  package var flexible = 0
  /// Columns that are left out where that is not enough: the first of them first.
  package var optional: [Int] = []

  package init(
    header: [String], rows: [[String]] = [], flexible: Int = 0, optional: [Int] = []
  ) {
    self.header = header
    self.rows = rows
    self.flexible = flexible
    self.optional = optional
  }

  /// What the flexible column keeps.
  private static let least = 8

  /// - Parameter width: in columns; nil cuts nothing, for output that is no terminal.
  package func lines(width: Int?, ink: Ink) -> [String] {
    var widths = header.indices.map { column in
      ([header] + rows).map { DisplayText.width($0[column]) }.max() ?? 0
    }
    var shown = Array(header.indices)
    if let width {
      func excess() -> Int {
        shown.map { widths[$0] }.reduce(0, +) + 2 * (shown.count - 1) - width
      }
      for column in optional where excess() > max(0, widths[flexible] - Self.least) {
        shown.removeAll { $0 == column }
      }
      if excess() > 0 { widths[flexible] = max(Self.least, widths[flexible] - excess()) }
    }
    func line(_ cells: [String]) -> String {
      var text = shown.map { DisplayText.fit(cells[$0], widths[$0]) }.joined(separator: "  ")
      while text.last == " " { text.removeLast() }
      return text
    }
    return [ink.bold(line(header))] + rows.map(line)
  }
}
