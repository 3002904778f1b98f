extension Sequence where Element: Hashable {
  /// Returns each distinct element once, in the order of first occurrence.
  public func unique() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
