/// Formats figures as CSV for spreadsheets (RFC 4180).
enum CSV {
  static func text(_ figures: [MeasuredFigure]) -> String {
    let rows = figures.map { [$0.part, $0.name, "\($0.value)", $0.unit.rawValue] }
    return ([["part", "figure", "value", "unit"]] + rows)
      .map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func cell(_ text: String) -> String {
    guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
