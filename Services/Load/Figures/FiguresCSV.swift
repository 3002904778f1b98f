import Spreadsheets

/// Formats figures as a table for programs and spreadsheets.
enum FiguresCSV {
  static func text(_ figures: [MeasuredFigure]) -> String {
    var table = CSVTable(isMarked: false)
    table.append(header: ["part", "figure", "value", "unit"])
    for each in figures {
      table.append([
        .text(each.part), .text(each.name), .number(each.value), .text(each.unit.rawValue),
      ])
    }
    return table.text
  }
}
