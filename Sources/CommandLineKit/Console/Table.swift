/// A table whose columns fit their contents and the width of the terminal.
package struct Table {
  package var header: [String]
  package var rows: [[String]] = []
  /// Index of the column that shrinks first if the table is too wide.
  package var flexible = 0
  /// Indices of the columns to drop, in that order, if shrinking is not enough.
  package var optional: [Int] = []

  package init(
    header: [String], rows: [[String]] = [], flexible: Int = 0, optional: [Int] = []
  ) {
    self.header = header
    self.rows = rows
    self.flexible = flexible
    self.optional = optional
  }

  /// Minimum width of the flexible column, in columns of the terminal.
  private static let least = 8

  /// Returns the lines of the table, header first.
  ///
  /// - Parameter width: maximum width, in columns; nil to truncate nothing, for output that is not
  ///   a terminal.
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
