/// Which subscribers read.
struct Readers {
  /// For so many bytes of events a subscriber may stand still.
  static let patience = 64 << 20

  /// Bytes of events since the start.
  var published = 0
  /// How many there were when a subscriber was last seen to read, by descriptor.
  private var seen: [Int32: Int] = [:]

  /// Bytes of events since a subscriber was last seen to read.
  func unread(by descriptor: Int32) -> Int { published - (seen[descriptor] ?? published) }

  /// Those that have not read for too long.
  ///
  /// - Parameters:
  ///   - descriptors: of all that there are.
  ///   - isWritable: whether the system takes more for a descriptor.
  mutating func stalled(
    among descriptors: some Sequence<Int32>, isWritable: (Int32) -> Bool
  ) -> [Int32] {
    var (stalled, seen): ([Int32], [Int32: Int]) = ([], [:])
    for descriptor in descriptors {
      let last = self.seen[descriptor] ?? published
      if isWritable(descriptor) {
        seen[descriptor] = published
      } else if published - last > Self.patience {
        stalled.append(descriptor)
      } else {
        seen[descriptor] = last
      }
    }
    self.seen = seen
    return stalled
  }
}
