import Bus

/// Under which subject an event goes out: `<cell>.t.<type>.<subject>`, as the topic `t/<type>/<subject>/`.
///
/// The dots of a type separate tokens, so that `standups.t.meeting.>` is a family. Everything else that is
/// not a letter, a digit, `-`, `_` or `~` is percent-encoded, so an event's subject is always the last token.
enum EventSubject {
  /// The subject of an event that is kept.
  static func kept(_ cell: String, type: String, subject: String) -> String {
    "\(cell).t.\(tokens(type)).\(token(subject))"
  }

  /// The subject of an event that is not kept, and in no stream.
  static func passing(_ cell: String, type: String, subject: String) -> String {
    "\(cell).e.\(tokens(type)).\(token(subject))"
  }

  /// What a stream takes.
  static func all(_ cell: String) -> String { "\(cell).t.>" }

  /// What a stream takes that is left: nothing that anybody publishes.
  static func left(_ cell: String, stream: String) -> String { "\(cell).left.\(stream)" }

  private static func tokens(_ type: String) -> String {
    type.split(separator: ".", omittingEmptySubsequences: false).map { token(String($0)) }
      .joined(separator: ".")
  }

  /// A token; an empty one, which NATS does not take, is a lone `%`.
  private static func token(_ text: String) -> String {
    text.isEmpty ? "%" : Topic.escape(text).replacing(".", with: "%2E")
  }
}
