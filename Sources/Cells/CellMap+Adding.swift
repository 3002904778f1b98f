extension CellMap {
  /// Maximum number of cells in a map.
  public static let maxCells = 1000

  /// Returns whether a name is valid: 1 to 32 letters, digits and hyphens.
  public static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// Returns the map with an additional cell, or with new addresses of an existing one. The first
  /// cell has all slots; later cells have none until slots are moved to them.
  ///
  /// - Parameter web: URL of its page; nil leaves it unchanged, and an empty string removes it.
  /// - Returns: nil if the maximum number of cells is reached.
  public func adding(_ name: String, router: String, web: String? = nil) -> CellMap? {
    var map = self
    let index = map.cells.firstIndex { $0.name == name }
    let page = (web ?? index.flatMap { map.cells[$0].web }).flatMap { $0.isEmpty ? nil : $0 }
    if let index {
      guard map.cells[index].router != router || map.cells[index].web != page else { return self }
      map.cells[index].router = router
      map.cells[index].web = page
    } else {
      guard map.cells.count < Self.maxCells else { return nil }
      let cell = Cell(
        name: name, router: router, web: page, slots: map.cells.isEmpty ? .all : SlotSet())
      let place = map.cells.firstIndex { $0.name > name } ?? map.cells.endIndex
      map.cells.insert(cell, at: place)
    }
    map.version += 1
    return map
  }
}
