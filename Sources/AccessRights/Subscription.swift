import Bus

/// The rules for a subscription, which is a prefix of possible topics.
package enum Subscription {
  /// Maximum size of a topic, in bytes. In the longest topic, each byte of the type and of the id
  /// is escaped.
  package static let maxBytes = 1200

  /// The reason why a subscription is rejected; nil if it is well formed.
  ///
  /// A subscription begins with a topic family or another known prefix (`t/`, `s/`, `m/`, `g/`,
  /// `h/`, `~/`). A type may be shortened, to select several types (`t/meeting.`). An id must not be
  /// shortened, because `m/1` would also match `m/10`: it ends with its `/`. A prefix with which no
  /// topic begins is rejected as well: otherwise a subscriber with a typo would simply receive
  /// nothing.
  package static func problem(_ topic: some Sequence<UInt8>) -> String? {
    let topic = Array(topic)
    guard topic.count >= 2, topic[1] == slash else { return noView }
    let rest = topic[2...]
    switch topic[0] {
    case UInt8(ascii: "t"): return problem(in: rest, idAt: 1)
    case UInt8(ascii: "s"), UInt8(ascii: "m"): return problem(in: rest, idAt: 0)
    case UInt8(ascii: "g"): return problem(inTeam: rest)
    case UInt8(ascii: "h"):
      return rest.isEmpty ? nil : "Invalid topic; the heartbeat topic is h/, without a suffix."
    case UInt8(ascii: "~"): return problem(inNonce: rest)
    default: return noView
    }
  }

  /// Checks a team, followed by a `/` and the beginning of another topic.
  private static func problem(inTeam rest: ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: slash) else {
      if !isEscaped(rest) { return unescaped }
      return rest.isEmpty
        ? nil : "Invalid topic; an id ends with /, otherwise it would match longer ids as well."
    }
    let (team, topic) = (rest[..<end], rest[(end + 1)...])
    if !isEscaped(team) { return unescaped }
    if team.isEmpty { return "Invalid topic; a part is empty." }
    if topic.isEmpty { return nil }
    switch topic[topic.startIndex] {
    case UInt8(ascii: "t"), UInt8(ascii: "s"), UInt8(ascii: "m"): return problem(topic)
    default: return "Invalid topic; after g/TEAM/, expected t/, s/ or m/."
    }
  }

  /// Minimum size of a nonce, in bytes, for a key that may not read all events. A UUID has 36.
  package static let minNonceBytes = 32

  /// Returns true if the subscription requests a confirmation.
  package static func isNonce(_ topic: [UInt8]) -> Bool { topic.starts(with: "~/".utf8) }

  private static let slash = UInt8(ascii: "/")
  private static let noView =
    "Invalid topic; expected one that begins with t/, s/, m/, g/, h/ or ~/."
  private static let unescaped =
    "Invalid topic; all characters except A–Z a–z 0–9 - . _ ~ must be percent-encoded, with capital digits."

  private static func problem(inNonce nonce: ArraySlice<UInt8>) -> String? {
    if nonce.isEmpty { return "Invalid topic; expected a nonce after ~/." }
    return nonce.contains(slash) || !isEscaped(nonce) ? unescaped : nil
  }

  /// Checks at most two tokens, each followed by a `/`; one of them is an id.
  private static func problem(in rest: ArraySlice<UInt8>, idAt place: Int) -> String? {
    let tokens = rest.split(separator: slash, omittingEmptySubsequences: false)
    // The last token is not followed by a `/`; it is empty if the topic ends with one.
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

  /// Returns true if the token has the form that `Topic.escape` writes.
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
