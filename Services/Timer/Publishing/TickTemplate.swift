import Bus
import Foundation

/// What is the same in all tick events of one countdown, as bytes of JSON.
///
/// Members are in the order of `BusJSON`, so that the whole equals what Codable writes.
struct TickTemplate {
  /// The pieces between what varies, one after the other.
  let bytes: [UInt8]
  /// Where each piece ends.
  let ends: [Int]

  /// The source of all events of this service.
  static let source = "/standups/timer"

  /// The id of a tick's event: the same tick sent twice, by two timers, has the same one.
  static func eventID(_ id: String, elapsedMs: Int64) -> String { "\(id)/\(elapsedMs)" }

  init(id: String, labels: EventLabels) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for piece in [
      #"","source":\#(Self.quoted(Self.source)),"specversion":"1.0","subject":"#
        + Self.quoted(labels.subject) + #","time":""#,
      #"","type":"# + Self.quoted(labels.type) + "}",
      #"},"datacontenttype":"application/json","id":"# + Self.quoted(id).dropLast() + "/",
    ] {
      bytes.append(contentsOf: piece.utf8)
      ends.append(bytes.count)
    }
    self.bytes = bytes
    self.ends = ends
  }

  /// A JSON string as Foundation escapes it.
  private static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let json = try? encoder.encode(text) else {
      preconditionFailure("Every string is a JSON value.")
    }
    return String(decoding: json, as: UTF8.self)
  }
}
