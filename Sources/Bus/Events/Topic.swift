/// The topics under which events go out. ZeroMQ filters by prefix, so the trailing `/` is part of it.
public enum Topic {
  /// `t/<type>/<subject>/`.
  public static func type(_ type: String, subject: String) -> String {
    "t/\(escape(type))/\(escape(subject))/"
  }

  /// `s/<standup>/<type>/`.
  public static func standup(_ standup: String, type: String) -> String {
    "s/\(escape(standup))/\(escape(type))/"
  }

  /// `m/<meeting>/<type>/`.
  public static func meeting(_ meeting: String, type: String) -> String {
    "m/\(escape(meeting))/\(escape(type))/"
  }

  /// Every topic under which an event with these labels goes out.
  public static func all(for labels: EventLabels) -> [String] {
    var topics = [type(labels.type, subject: labels.subject)]
    if let standup = labels.standup { topics.append(self.standup(standup, type: labels.type)) }
    if let meeting = labels.meeting { topics.append(self.meeting(meeting, type: labels.type)) }
    return topics
  }

  /// The beat, once a second: epoch and head.
  public static let beat = "h/"

  /// The answer to a subscription to this topic says that all earlier subscriptions are active.
  public static func confirmation(_ nonce: String) -> String { "~/\(escape(nonce))" }

  /// Percent-encodes all but the unreserved characters of RFC 3986.
  public static func escape(_ token: String) -> String {
    var out = ""
    for byte in token.utf8 {
      if isUnreserved(byte) {
        out.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        out += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return out
  }

  /// Whether a byte stands for itself in a topic.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
