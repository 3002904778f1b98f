/// Detects subscribers that do not read.
struct Readers {
  /// Maximum number of event bytes that are published while a subscriber does not read.
  static let patience = 64 << 20

  /// Bytes of events published since the start.
  var published = 0
  /// Value of `published` when a subscriber was last seen to read, by descriptor.
  private var seen: [Int32: Int] = [:]

  /// Bytes of events published since a subscriber was last seen to read.
  func unread(by descriptor: Int32) -> Int { published - (seen[descriptor] ?? published) }

  /// Returns the subscribers that have not read for too long.
  ///
  /// - Parameters:
  ///   - descriptors: the descriptors of all subscribers.
  ///   - isWritable: returns true if the system accepts more data for a descriptor.
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
