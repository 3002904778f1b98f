import Bus

/// A table keyed by the bytes of targets: a lookup creates no string. A value type.
///
/// Meant for the targets that services declare, which are few; targets that clients invent must not
/// be added.
struct TargetTable<Value> {
  fileprivate struct Entry {
    let target: [UInt8]
    let value: Value
  }

  /// Open addressing: an entry is in the first free slot at or after the one given by its hash. The
  /// number of slots is a power of two, and at most half of them are used.
  private var places: [Entry?] = Array(repeating: nil, count: 64)
  private(set) var count = 0

  subscript(target: UnsafeRawBufferPointer) -> Value? {
    get { places[place(of: target)]?.value }
    set {
      guard let newValue else { return }
      let place = place(of: target)
      if places[place] == nil { count += 1 }
      places[place] = Entry(target: Array(target), value: newValue)
      if count > places.count / 2 { grow() }
    }
  }

  mutating func removeAll() {
    if count > 0 { self = Self() }
  }

  /// The slot of a target, or the slot where it would be inserted.
  private func place(of target: UnsafeRawBufferPointer) -> Int {
    let hash = FNV1a.hash(target)
    var place = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (places.count - 1)
    while let entry = places[place], !entry.target.elementsEqual(target) {
      place = (place + 1) & (places.count - 1)
    }
    return place
  }

  private mutating func grow() {
    let entries = places
    places = Array(repeating: nil, count: 2 * entries.count)
    for entry in entries {
      guard let entry else { continue }
      places[entry.target.withUnsafeBytes { place(of: $0) }] = entry
    }
  }
}

extension TargetTable: Sendable where Value: Sendable {}
extension TargetTable.Entry: Sendable where Value: Sendable {}
