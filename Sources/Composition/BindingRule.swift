import Bus

/// A binding that an installation configures, for a service that this program does not know.
///
/// Written as `MESSAGE=COMMAND`: the delegate message invokes the command with the body of the
/// message, and the reply to the command becomes the reply to the message. `MESSAGE/OWNER=COMMAND`
/// binds the reports about the work of one owner.
public struct BindingRule: Hashable, Sendable, LosslessStringConvertible {
  /// Target of the delegate message, such as `polls.decided`.
  public let message: String
  /// The owner of the work that the message is about; nil for a message that is not about owned
  /// work.
  public let owner: String?
  /// Target of the command, such as `standups.note`.
  public let command: String

  /// The form of an entry of a list, for messages to users.
  public static let form = "NAME, MESSAGE=COMMAND or MESSAGE/OWNER=COMMAND"

  /// Parses a rule; nil unless both targets consist of words, and the owner of 1 to 32 lower-case
  /// letters.
  public init?(_ text: String) {
    let sides = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard sides.count == 2 else { return nil }
    let parts = sides[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard Self.isTarget(parts[0]), Self.isTarget(sides[1]) else { return nil }
    if parts.count == 2, !OwnedID.isOwner(parts[1]) { return nil }
    message = parts[0]
    owner = parts.count == 2 ? parts[1] : nil
    command = sides[1]
  }

  /// Parses a comma-separated list, and returns the rules, the names of services that stand alone,
  /// and the other parts.
  public static func list(
    _ text: String
  ) -> (rules: [BindingRule], services: [String], invalid: [String]) {
    var rules: [BindingRule] = []
    var services: [String] = []
    var invalid: [String] = []
    for part in text.split(separator: ",") {
      // White space is permitted around the names, not within one.
      let text = part.split(separator: "=", omittingEmptySubsequences: false)
        .map(\.trimmingWhitespace).joined(separator: "=")
      if text.isEmpty { continue }
      if let rule = BindingRule(text) {
        rules.append(rule)
      } else if OwnedID.isOwner(text) {
        services.append(text)
      } else {
        invalid.append(text)
      }
    }
    return (rules, services, invalid)
  }

  /// First word of the message, which is the name of its sender.
  public var sender: String { String(message.prefix { $0 != "." }) }
  /// First word of the command.
  public var receiver: String { String(command.prefix { $0 != "." }) }

  /// The rule in the form that `init` parses.
  public var description: String { "\(subject)=\(command)" }

  /// The left side of the rule: the message, and the owner if the rule has one.
  package var subject: String { message + (owner.map { "/\($0)" } ?? "") }

  /// Returns true for words that are separated by dots.
  private static func isTarget(_ text: String) -> Bool {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    return words.count > 1 && words.allSatisfy { !$0.isEmpty } && Head.isTarget(text)
  }
}

extension Integration {
  /// Binds a delegate message as a rule states: the command gets the body unchanged, and the `id`
  /// in it as its key.
  ///
  /// - Parameters:
  ///   - child: the service that sends the message.
  ///   - owner: the owner of the work that the command may be about; nil for a command that is not
  ///     about owned work. A message about the work of another owner is `denied`.
  public mutating func relay(_ rule: BindingRule, of child: String, about owner: String? = nil) {
    add(
      single: Binding(
        child: child, message: rule.message, owner: rule.owner, causes: [rule.command],
        isForwarded: true
      ) { body, parent in
        if let owner, OwnerScan.id(in: body).flatMap({ OwnedID($0) })?.owner != owner {
          throw BusError(
            .denied,
            "“\(rule.message)” may only be about the work of “\(owner)”; expected an “id” such as"
              + " “\(owner)/NAME”.")
        }
        return try await parent.relay(rule.command, body: body)
      })
  }
}

extension Substring {
  /// The string without white space at its beginning and its end.
  fileprivate var trimmingWhitespace: String {
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
