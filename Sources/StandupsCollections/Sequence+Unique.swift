extension Sequence where Element: Hashable {
  /// Each element once, in the order of its first occurrence.
  public func unique() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
