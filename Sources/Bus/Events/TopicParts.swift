/// The event type and subject in a topic, read without copying.
public struct TopicParts {
  /// The event type, escaped.
  public let type: UnsafeRawBufferPointer
  /// The event subject, escaped; nil if the topic names a standup or a meeting instead.
  public let subject: UnsafeRawBufferPointer?
  /// The team, escaped; nil if the topic names none.
  public let team: UnsafeRawBufferPointer?

  /// Splits `t/<type>/<subject>/`, `s/<standup>/<type>/` or `m/<meeting>/<type>/`, also after
  /// `g/<team>/`; nil for any other topic.
  public init?(_ topic: UnsafeRawBufferPointer) {
    var topic = topic
    if topic.count > 2, topic[0] == UInt8(ascii: "g"), topic[1] == Self.slash {
      guard let end = topic[2...].firstIndex(of: Self.slash) else { return nil }
      team = UnsafeRawBufferPointer(rebasing: topic[2..<end])
      topic = UnsafeRawBufferPointer(rebasing: topic[(end + 1)...])
    } else {
      team = nil
    }
    guard topic.count > 2, topic[1] == Self.slash, topic.last == Self.slash,
      let middle = topic[2...].firstIndex(of: Self.slash), middle < topic.count - 1,
      topic[(middle + 1)...].firstIndex(of: Self.slash) == topic.count - 1
    else { return nil }
    let first = UnsafeRawBufferPointer(rebasing: topic[2..<middle])
    let second = UnsafeRawBufferPointer(rebasing: topic[(middle + 1)..<(topic.count - 1)])
    switch topic[0] {
    case UInt8(ascii: "t"): (type, subject) = (first, second)
    case UInt8(ascii: "s"), UInt8(ascii: "m"): (type, subject) = (second, nil)
    default: return nil
    }
    if type.isEmpty || team?.isEmpty == true { return nil }
  }

  private static let slash = UInt8(ascii: "/")

  /// Returns true if an event with this type, subject and team may be published under the topic.
  public func fit(type: String, subject: String, team: String?) -> Bool {
    guard Self.isEscape(self.type, of: type),
      self.subject.map({ Self.isEscape($0, of: subject) }) ?? true
    else { return false }
    guard let own = self.team else { return true }
    return team.map { Self.isEscape(own, of: $0) } ?? false
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
