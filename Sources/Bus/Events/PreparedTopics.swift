/// The topics of all events that have the same labels, encoded once; each includes the space that
/// ends it.
public struct PreparedTopics: Sendable {
  private let bytes: [UInt8]
  private let ends: [Int]

  /// Encodes one to six topics: that of the type, and those of the standup and the meeting if the
  /// labels contain their ids; and the same ones for the team.
  public init(_ labels: EventLabels) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for topic in Topic.all(for: labels) {
      bytes.append(contentsOf: topic.utf8)
      bytes.append(UInt8(ascii: " "))
      ends.append(bytes.count)
    }
    self.bytes = bytes
    self.ends = ends
  }

  /// Number of topics under which an event is published.
  public var count: Int { ends.count }

  /// Returns true if `isMeant` returns true for any of the topics. The bytes are valid only during
  /// the call.
  public func contains(where isMeant: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    var isAny = false
    forEach { isAny = isAny || isMeant($0) }
    return isAny
  }

  /// Passes each topic, including the space that ends it, to `body`. The bytes are valid only
  /// during the call.
  public func forEach(_ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for end in ends {
        body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
    }
  }
}
