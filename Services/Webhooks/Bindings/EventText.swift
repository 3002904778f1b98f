import Bus
import FastJSON
import RouterAPI
import WebhooksAPI

/// Composes the chat texts of one event type.
struct EventWording: Sendable {
  /// CloudEvents type of the events.
  let type: String
  /// Composes the text of an event.
  let text: @Sendable (CloudEvent) throws -> WebhookText

  /// Declares how to compose the text of an event from its data.
  init<Event: EventData>(
    _ event: Event.Type, _ text: @escaping @Sendable (Event) -> WebhookText
  ) {
    type = Event.type
    self.text = { text(try $0.data.decode(as: Event.self)) }
  }
}

/// Chat texts of events.
enum EventText {
  private static let wordings = Feature.all.flatMap(\.chatTexts)
  /// Event types of the services that have a chat text.
  static let told = wordings.map(\.type)

  /// Resolves the event types of a webhook for a chat.
  ///
  /// - Parameter named: types and families; empty for all types that have a text.
  /// - Throws: `BusError` `invalid` for a service's type without a text.
  static func types(_ named: [String]) throws(BusError) -> [String] {
    guard !named.isEmpty else { return told }
    var types: [String] = []
    for name in named {
      let word = name.prefix { $0 != "." }.lowercased()
      let ours = told.filter { $0 == name || $0.hasPrefix(name.hasSuffix(".") ? name : "\(name).") }
      guard !ours.isEmpty || !EventDraft.reserved.contains(word) else {
        let known = told.joined(separator: ", ")
        throw BusError(
          .invalid,
          "Invalid event type “\(name.prefix(64))” for a chat; expected one of"
            + " \(known), or a type of your own.",
          detail: ["member": "types"])
      }
      types += (ours.isEmpty ? [name] : ours).filter { !types.contains($0) }
    }
    return types
  }

  /// Text of an event.
  ///
  /// - Throws: `DecodingError` if the data does not match the event type.
  static func text(_ event: CloudEvent) throws -> WebhookText {
    guard let wording = wordings.first(where: { $0.type == event.type }) else {
      return WebhookText(
        title: event.type, text: "Subject: \(event.subject)", code: event.data.text)
    }
    return try wording.text(event)
  }

  /// Title of a standup in a sentence.
  static func title(_ title: String) -> String {
    title.allSatisfy(\.isWhitespace) ? "The standup" : title
  }
}
