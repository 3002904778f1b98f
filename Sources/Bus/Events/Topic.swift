/// The topics under which events are published. ZeroMQ filters by prefix, so the trailing `/` is
/// part of the topic.
public enum Topic {
  /// Returns the topic of an event by type: `t/<type>/<subject>/`.
  public static func type(_ type: String, subject: String) -> String {
    "t/\(escape(type))/\(escape(subject))/"
  }

  /// Returns the topic of an event by standup: `s/<standup>/<type>/`.
  public static func standup(_ standup: String, type: String) -> String {
    "s/\(escape(standup))/\(escape(type))/"
  }

  /// Returns the topic of an event by meeting: `m/<meeting>/<type>/`.
  public static func meeting(_ meeting: String, type: String) -> String {
    "m/\(escape(meeting))/\(escape(type))/"
  }

  /// Returns the beginning of the topics of a team's events, `g/<team>/`; one of the other topics
  /// follows it, as in `g/web/t/meeting.started/`.
  public static func prefix(ofTeam team: String) -> String { "g/\(escape(team))/" }

  /// Maximum number of topics under which one event is published.
  public static let maxCount = 6

  /// Returns all topics under which an event with these labels is published.
  public static func all(for labels: EventLabels) -> [String] {
    var topics = [type(labels.type, subject: labels.subject)]
    if let standup = labels.standup { topics.append(self.standup(standup, type: labels.type)) }
    if let meeting = labels.meeting { topics.append(self.meeting(meeting, type: labels.type)) }
    if let team = labels.team { topics += topics.map { prefix(ofTeam: team) + $0 } }
    return topics
  }

  /// The topic of the heartbeat, which carries the epoch and the last sequence once a second.
  public static let beat = "h/"

  /// Returns the topic of a confirmation. The reply to a subscription to it confirms that all
  /// earlier subscriptions are active.
  public static func confirmation(_ nonce: String) -> String { "~/\(escape(nonce))" }

  /// Percent-encodes all characters except the unreserved ones of RFC 3986.
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

  /// Returns true if a byte appears unescaped in a topic.
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
