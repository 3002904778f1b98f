/// The event type and subject in a topic, read without copying.
public struct TopicParts {
  /// The event type, escaped.
  public let type: UnsafeRawBufferPointer
  /// The event subject, escaped; nil if the topic names a standup or a meeting instead.
  public let subject: UnsafeRawBufferPointer?

  /// Splits `t/<type>/<subject>/`, `s/<standup>/<type>/` or `m/<meeting>/<type>/`; nil for any
  /// other topic.
  public init?(_ topic: UnsafeRawBufferPointer) {
    let slash = UInt8(ascii: "/")
    guard topic.count > 2, topic[1] == slash, topic.last == slash,
      let middle = topic[2...].firstIndex(of: slash), middle < topic.count - 1,
      topic[(middle + 1)...].firstIndex(of: slash) == topic.count - 1
    else { return nil }
    let first = UnsafeRawBufferPointer(rebasing: topic[2..<middle])
    let second = UnsafeRawBufferPointer(rebasing: topic[(middle + 1)..<(topic.count - 1)])
    switch topic[0] {
    case UInt8(ascii: "t"): (type, subject) = (first, second)
    case UInt8(ascii: "s"), UInt8(ascii: "m"): (type, subject) = (second, nil)
    default: return nil
    }
    if type.isEmpty { return nil }
  }

  /// Returns true if an event with this type and subject may be published under the topic.
  public func fit(type: String, subject: String) -> Bool {
    Self.isEscape(self.type, of: type)
      && (self.subject.map { Self.isEscape($0, of: subject) } ?? true)
  }

  /// Returns true if a part of a topic equals the output of `Topic.escape` for a token.
  private static func isEscape(_ part: UnsafeRawBufferPointer, of token: String) -> Bool {
    var place = 0
    for byte in token.utf8 {
      if Topic.isUnreserved(byte) {
        guard place < part.count, part[place] == byte else { return false }
        place += 1
      } else {
        guard part.count - place >= 3, part[place] == UInt8(ascii: "%"),
          part[place + 1] == digits[Int(byte >> 4)], part[place + 2] == digits[Int(byte & 15)]
        else { return false }
        place += 3
      }
    }
    return place == part.count
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
