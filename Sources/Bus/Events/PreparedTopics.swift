/// The topics of events with the same labels, made once: each with the space that ends it.
public struct PreparedTopics: Sendable {
  private let bytes: [UInt8]
  private let ends: [Int]

  /// Makes one to three topics: that of the type, and those of the standup and the meeting if the
  /// labels name them.
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

  /// Under how many topics an event goes out.
  public var count: Int { ends.count }

  /// Whether it holds for any of the topics; the bytes are valid only during the call.
  public func contains(where isMeant: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    var isAny = false
    forEach { isAny = isAny || isMeant($0) }
    return isAny
  }

  /// Lends each topic, its space included; the bytes are valid only during the call.
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
