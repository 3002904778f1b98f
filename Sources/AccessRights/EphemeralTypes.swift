import Bus
import FastJSON

/// The ephemeral events that each service may publish.
///
/// The services' keys permit them to publish; their events must not be mistaken for those of
/// another service or of the journal.
public struct EphemeralTypes: Sendable {
  private let own: [String: [[UInt8]]]
  private let reserved: Set<String>

  /// - Parameters:
  ///   - own: event types by service.
  ///   - reserved: first words of types that only their services may publish; any service may
  ///     publish all other types.
  public init(own: [String: [String]] = [:], reserved: Set<String> = []) {
    self.own = own.mapValues { $0.map { Array($0.utf8) } }
    self.reserved = reserved
  }

  /// Returns true if a key with the roles of these services may publish an event.
  ///
  /// The JSON is parsed strictly, so that all subscribers read it in the same way: a form that
  /// could be read in two ways, such as an escaped name or a repeated type, is rejected.
  ///
  /// - Parameter frame: topic, a space, JSON.
  package func allows(_ frame: UnsafeRawBufferPointer, by services: Set<String>) -> Bool {
    guard let space = frame.firstIndex(of: UInt8(ascii: " ")),
      let topic = TopicParts(UnsafeRawBufferPointer(rebasing: frame[..<space])),
      let (type, subject, team) = Self.labels(
        UnsafeRawBufferPointer(rebasing: frame[(space + 1)...])),
      topic.fit(type: type, subject: subject, team: team)
    else { return false }
    if services.contains(where: { own[$0]?.contains { type.utf8.elementsEqual($0) } ?? false }) {
      return true
    }
    return !reserved.contains(type.prefix { $0 != "." }.lowercased())
  }

  /// The type, the subject and the team of an event that has none of the journal's members.
  private static func labels(
    _ json: UnsafeRawBufferPointer
  ) -> (type: String, subject: String, team: String?)? {
    var reader = JSONReader(json)
    var type: String?
    var subject: String?
    var team: String?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "type": take(&type, &reader)
      case "subject": take(&subject, &reader)
      case "team": take(&team, &reader)
      case "sequence", "epoch", "prevtype", "prevstandup", "prevmeeting", "prevteam", "by": false
      default: reader.skip()
      }
    }
    guard isRead != nil, reader.isAtEnd, let type, let subject else { return nil }
    return (type, subject, team)
  }

  private static func take(_ text: inout String?, _ reader: inout JSONReader) -> Bool {
    guard text == nil else { return false }
    text = reader.string()
    return text != nil
  }
}
