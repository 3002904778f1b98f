import Bus
import Documents
import Schema
import WebClient
import WebhooksAPI

/// Rules that a new webhook must satisfy.
enum WebhookRules {
  /// Valid lengths of a secret, in bytes. A shorter secret could be guessed.
  static let secretBytes = 16...512
  /// Maximum number of types. A list of all webhooks has to fit in a message, and a query of the
  /// journal accepts 100 types, of which a word without a dot takes two.
  static let maxTypes = 32
  /// Maximum length of a type, in bytes, as for a published event.
  static let typeBytes = 128

  /// Checks a new webhook.
  ///
  /// - Throws: `BusError` with code `invalid`, with the member in its detail.
  static func check(_ command: AddWebhook) throws(BusError) {
    if let problem = HTTPAddress.problem(command.url) {
      // The error message omits the URL, which may contain a password.
      throw invalid("url", "The URL \(problem)")
    }
    let types = command.types ?? []
    guard types.count <= maxTypes else {
      throw invalid(
        "types",
        "A webhook can have at most \(maxTypes) event types; a family such as “meeting.” counts as one."
      )
    }
    for type in types { try check(type: type) }
    if let secret = command.secret {
      guard secretBytes.contains(secret.text.utf8.count) else {
        throw invalid(
          "secret",
          "Invalid secret; expected \(secretBytes.lowerBound) to \(secretBytes.upperBound) bytes."
            + " Create one with “openssl rand -hex 32”.")
      }
      guard Signature.key(of: secret) != nil else {
        throw invalid(
          "secret",
          "Invalid secret; expected “whsec_” followed by Base64, with or without a leading"
            + " “v1,”, or a string without these prefixes.")
      }
    }
    try check(chat: command)
    for (name, id) in [("standup", command.standup), ("meeting", command.meeting)] {
      guard let id else { continue }
      guard id.isLine(128) else {
        throw invalid(
          name, "Invalid \(name); expected an id of 1 to 128 bytes without control characters.")
      }
    }
    if let team = command.team, !TeamID.isValid(team) {
      throw invalid("team", "Invalid team; expected the id of a team, such as web.")
    }
    if let after = command.after, after < 0 {
      throw invalid("after", "Invalid “after” \(after); expected a sequence of 0 or more.")
    }
  }

  /// Checks the additional rules of chats.
  private static func check(chat command: AddWebhook) throws(BusError) {
    switch command.format {
    case nil, .binary, .structured: return
    case .matrix:
      guard MatrixRoom.isRoomURL(command.url) else {
        throw invalid(
          "url",
          "Invalid URL; expected the URL of a Matrix room, such as"
            + " https://matrix.example.org/_matrix/client/v3/rooms/!room:example.org.")
      }
      guard let secret = command.secret else {
        throw invalid(
          "secret",
          "Matrix requires an access token; specify it as the secret, preferably in a file.")
      }
      guard secret.text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
        throw invalid("secret", "Invalid access token; expected only printable ASCII characters.")
      }
    case .slack, .mattermost, .discord:
      guard command.secret == nil else {
        throw invalid(
          "secret",
          "Chat webhooks are not signed, and their URL is already secret; omit the secret.")
      }
    }
  }

  /// Checks the form of a type. Further checks are impossible, because tools may publish types of
  /// their own.
  private static func check(type: String) throws(BusError) {
    let words = type.split(separator: ".", omittingEmptySubsequences: false)
    let named = type.hasSuffix(".") ? words.dropLast() : words[...]
    let isPlain = named.allSatisfy { word in
      !word.isEmpty
        && word.utf8.allSatisfy {
          switch $0 {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
          default: false
          }
        }
    }
    guard isPlain, type.utf8.count <= typeBytes else {
      throw invalid(
        "types",
        "Invalid event type “\(type.prefix(64))”; expected words of letters, digits, “-” and “_”, separated"
          + " by dots, at most \(typeBytes) bytes, such as meeting.finished. A family ends with a dot, such"
          + " as “meeting.”.")
    }
  }

  private static func invalid(_ member: String, _ message: String) -> BusError {
    BusError(.invalid, message, detail: ["member": member])
  }

  /// Sequence after which a new webhook begins.
  ///
  /// - Throws: `BusError`: `compacted` if the events after it are no longer retained or belong to
  ///   another journal, `invalid` if it is in the future.
  static func begin(
    of command: AddWebhook, in heads: JournalRange
  ) throws(BusError) -> Int64 {
    if let epoch = command.epoch, epoch != heads.epoch {
      throw BusError(
        .compacted,
        "The journal has been replaced; “standups events heads” shows the current one.")
    }
    guard let after = command.after else { return heads.head }
    guard after <= heads.head else {
      throw invalid("after", "Invalid “after” \(after); the journal ends at \(heads.head).")
    }
    let oldest = max(0, heads.oldest - 1)
    // 0 means all events that the journal has.
    guard after > 0 else { return oldest }
    guard after >= oldest else {
      throw BusError(
        .compacted,
        "The events after \(after) are no longer available; the journal begins at \(heads.oldest).")
    }
    return after
  }
}
