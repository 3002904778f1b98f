import Bus

/// The rules for a subscription: a prefix of the topics that there are.
package enum Subscription {
  /// The bytes of a topic. The longest that there is has a type and an id, each of whose bytes may be
  /// escaped.
  static let maxBytes = 1200

  /// Why a subscription is refused; nil if it is well formed.
  ///
  /// It begins with a view (`t/`, `s/`, `m/`, `h/`, `~/`). A type may be cut short, which makes a family
  /// (`t/meeting.`); an id may not, as `m/1` would match `m/10` too: it ends with its `/`. What no topic
  /// can ever begin with is refused as well: a silent typing error looks like silence.
  package static func problem(_ topic: some Sequence<UInt8>) -> String? {
    let topic = Array(topic)
    guard topic.count >= 2, topic[1] == slash else { return noView }
    let rest = topic[2...]
    switch topic[0] {
    case UInt8(ascii: "t"): return problem(in: rest, idAt: 1)
    case UInt8(ascii: "s"), UInt8(ascii: "m"): return problem(in: rest, idAt: 0)
    case UInt8(ascii: "h"):
      return rest.isEmpty ? nil : "Invalid topic; the topic of heartbeats is h/ alone."
    case UInt8(ascii: "~"): return problem(inNonce: rest)
    default: return noView
    }
  }

  /// Whether it is one that is answered.
  static func isNonce(_ topic: [UInt8]) -> Bool { topic.starts(with: "~/".utf8) }

  private static let slash = UInt8(ascii: "/")
  private static let noView = "Invalid topic; expected one that begins with t/, s/, m/, h/ or ~/."
  private static let unescaped =
    "Invalid topic; all characters except A–Z a–z 0–9 - . _ ~ must be percent-encoded, with capital digits."

  private static func problem(inNonce nonce: ArraySlice<UInt8>) -> String? {
    if nonce.isEmpty { return "Invalid topic; expected a nonce after ~/." }
    return nonce.contains(slash) || !isEscaped(nonce) ? unescaped : nil
  }

  /// Two tokens at most, each with a `/` after it; one of them is an id.
  private static func problem(in rest: ArraySlice<UInt8>, idAt place: Int) -> String? {
    let tokens = rest.split(separator: slash, omittingEmptySubsequences: false)
    // The last one is not closed by a `/`, and empty if the topic ends with one.
    let open = tokens.count - 1
    if !tokens.allSatisfy(isEscaped) { return unescaped }
    if open > 2 || (open == 2 && !tokens[2].isEmpty) {
      return "Invalid topic; nothing may follow the second part and its /."
    }
    if tokens[..<open].contains(where: \.isEmpty) { return "Invalid topic; a part is empty." }
    if open == place, !tokens[open].isEmpty {
      return "Invalid topic; an id ends with /, otherwise it would match longer ids as well."
    }
    return nil
  }

  /// Whether it is as `Topic.escape` writes it.
  private static func isEscaped(_ token: ArraySlice<UInt8>) -> Bool {
    var rest = token
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        continue
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst(), let low = rest.popFirst(), isDigit(high), isDigit(low)
        else { return false }
      default:
        return false
      }
    }
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
  }
}
