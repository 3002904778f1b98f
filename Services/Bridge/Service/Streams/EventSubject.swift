import Bus

/// NATS subject of an event: `<cell>.t.<team>.<type>.<subject>`, like the topic
/// `g/<team>/t/<type>/<subject>/`. The team comes first, so that the permissions of NATS can limit a
/// user to the events of a team: `standups.t.web.>`.
///
/// The dots of a type separate tokens, so that `standups.t.*.meeting.>` matches a topic family. Every
/// other character except letters, digits, `-`, `_` and `~` is percent-encoded, so the subject of
/// an event is always the last token.
enum EventSubject {
  /// NATS subject of a durable event.
  static func durable(_ cell: String, _ event: CloudEvent) -> String {
    "\(cell).t.\(tokens(event))"
  }

  /// NATS subject of an ephemeral event, which no stream stores.
  static func ephemeral(_ cell: String, _ event: CloudEvent) -> String {
    "\(cell).e.\(tokens(event))"
  }

  /// Subject wildcard of the stream in use.
  static func all(_ cell: String) -> String { "\(cell).t.>" }

  /// Subject of a stream of an earlier journal; no message is published on it.
  static func left(_ cell: String, stream: String) -> String { "\(cell).left.\(stream)" }

  private static func tokens(_ event: CloudEvent) -> String {
    let types = event.type.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return ([event.team ?? ""] + types + [event.subject]).map(token).joined(separator: ".")
  }

  /// Escapes a token; an empty one becomes `%`, because NATS does not accept empty tokens.
  private static func token(_ text: String) -> String {
    text.isEmpty ? "%" : Topic.escape(text).replacing(".", with: "%2E")
  }
}
