/// Which service may publish which events that nobody keeps.
///
/// The services' keys let them publish; what they publish must not be taken for another service's, nor
/// for what is in the journal.
public struct EphemeralTypes: Sendable {
  private let own: [String: [[UInt8]]]
  private let reserved: Set<String>

  /// - Parameters:
  ///   - own: types by the service whose they are.
  ///   - reserved: first words of types that are no others than those; any other type is anybody's.
  public init(own: [String: [String]] = [:], reserved: Set<String> = []) {
    self.own = own.mapValues { $0.map { Array($0.utf8) } }
    self.reserved = reserved
  }

  /// Whether a key for some services may publish an event.
  ///
  /// - Parameter frame: topic, a space, JSON.
  func allows(_ frame: UnsafeRawBufferPointer, by services: Set<String>) -> Bool {
    let end = frame.firstIndex(of: UInt8(ascii: " ")) ?? frame.endIndex
    guard let type = Self.type(ofTopic: frame[..<end]) else { return false }
    let isOwn = services.contains { own[$0]?.contains { type.elementsEqual($0) } ?? false }
    if !isOwn {
      let word = String(decoding: type.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
      guard !reserved.contains(word.lowercased()) else { return false }
    }
    return !Self.kept.contains { Self.contains(frame[end...], $0) }
  }

  /// The members that only an event of the journal has. In a text their quotes would be escaped.
  private static let kept = [Array(#""sequence":"#.utf8), Array(#""epoch":"#.utf8)]

  /// In a topic the type comes after `t/`, or after the id of a standup or a meeting.
  private static func type(
    ofTopic topic: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer>? {
    let slash = UInt8(ascii: "/")
    guard topic.count > 2, topic[topic.startIndex + 1] == slash else { return nil }
    var rest = topic.dropFirst(2)
    switch topic.first {
    case UInt8(ascii: "t"): break
    case UInt8(ascii: "s"), UInt8(ascii: "m"):
      guard let end = rest.firstIndex(of: slash) else { return nil }
      rest = rest[(end + 1)...]
    default: return nil
    }
    return rest.firstIndex(of: slash).map { rest[..<$0] }
  }

  private static func contains(_ bytes: Slice<UnsafeRawBufferPointer>, _ text: [UInt8]) -> Bool {
    var rest = bytes
    while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
      rest = rest[quote...]
      if rest.starts(with: text) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
