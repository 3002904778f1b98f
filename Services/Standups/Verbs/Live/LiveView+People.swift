import Standups

extension LiveView {
  /// Maximum number of rows for the attendees. A large meeting has too many attendees to show them
  /// all.
  private static let maxRows = 3

  /// The attendees in speaking order: ✓ for a completed turn, ▶ for the current one, · for an
  /// upcoming one.
  func people(width: Int, ink: Ink) -> [String] {
    let all = turnCount
    // Measure only as many attendees around the current speaker as could fit.
    let most = Self.maxRows * width / 4
    let first = max(0, min(speaker - 1, all - 1))
    let whole = rows(0..<min(all, most + 1), width)
    if all <= most, whole.count <= Self.maxRows { return whole.map { paint($0, ink) } }
    var end = min(all, first + most)
    while end > first + 1, rows(first..<end, width).count > Self.maxRows { end -= 1 }
    return rows(first..<end, width).map { paint($0, ink) }
  }

  private struct Item: Hashable {
    var index: Int?
    var text: String
  }

  private func rows(_ range: Range<Int>, _ width: Int) -> [[Item]] {
    var items: [Item] = []
    if range.lowerBound > 0 { items.append(Item(text: "✓ \(range.lowerBound) more")) }
    for index in range {
      guard let attendee = attendee(at: index) else { continue }
      let mark = index < speaker ? "✓" : index == speaker ? "▶" : "·"
      let name = DisplayText.safe(attendee.displayName)
      items.append(
        Item(index: index, text: DisplayText.truncate("\(mark) \(name)", to: min(width, 24))))
    }
    let rest = turnCount - range.upperBound
    if rest > 0 { items.append(Item(text: "· \(rest) more")) }
    var rows: [[Item]] = []
    var used = 0
    for item in items {
      let needed = DisplayText.width(item.text)
      if rows.isEmpty || used + 2 + needed > width {
        rows.append([item])
        used = needed
      } else {
        rows[rows.count - 1].append(item)
        used += 2 + needed
      }
    }
    return rows
  }

  private func paint(_ row: [Item], _ ink: Ink) -> String {
    row.map { item in
      guard let index = item.index else { return ink.dim(item.text) }
      return index == speaker
        ? ink.bold(item.text) : index < speaker ? ink.dim(item.text) : item.text
    }.joined(separator: "  ")
  }
}
