import Bus
import FastJSON

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
  /// The JSON is read as far as a subscriber would: what is written in an unusual way, such as a name with
  /// an escape or a type that comes twice, could be read in two ways and is refused.
  ///
  /// - Parameter frame: topic, a space, JSON.
  package func allows(_ frame: UnsafeRawBufferPointer, by services: Set<String>) -> Bool {
    guard let space = frame.firstIndex(of: UInt8(ascii: " ")),
      let topic = TopicParts(UnsafeRawBufferPointer(rebasing: frame[..<space])),
      let (type, subject) = Self.labels(UnsafeRawBufferPointer(rebasing: frame[(space + 1)...])),
      topic.fit(type: type, subject: subject)
    else { return false }
    if services.contains(where: { own[$0]?.contains { type.utf8.elementsEqual($0) } ?? false }) {
      return true
    }
    return !reserved.contains(type.prefix { $0 != "." }.lowercased())
  }

  /// The type and the subject of an event that has nothing of the journal's.
  private static func labels(
    _ json: UnsafeRawBufferPointer
  ) -> (type: String, subject: String)? {
    var reader = JSONReader(json)
    var type: String?
    var subject: String?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "type": take(&type, &reader)
      case "subject": take(&subject, &reader)
      case "sequence", "epoch", "prevtype", "prevstandup", "prevmeeting": false
      default: reader.skip()
      }
    }
    guard isRead != nil, reader.isAtEnd, let type, let subject else { return nil }
    return (type, subject)
  }

  private static func take(_ text: inout String?, _ reader: inout JSONReader) -> Bool {
    guard text == nil else { return false }
    text = reader.string()
    return text != nil
  }
}
