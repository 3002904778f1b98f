/// Human-readable description of an event, in plain text; each chat formats it in its own way.
///
/// Names and texts of users are included unchanged, so code that displays them must escape them.
public struct WebhookText: Codable, Hashable, Sendable {
  /// Summary of the event in a few words.
  public var title: String
  /// Details in a sentence or two. Absent if the title says it all.
  public var text: String?
  /// Transcript: the speakers and their words, in order. Absent if the event has none.
  public var parts: [Part]?
  /// Data for programs, as JSON. Absent if the event has none.
  public var code: String?
  /// Link to the place in the app, such as `standups:///standups/…`. Absent if the event has none.
  public var link: String?

  /// Creates a description. Nil values are omitted from the message.
  public init(
    title: String, text: String? = nil, parts: [Part]? = nil, code: String? = nil,
    link: String? = nil
  ) {
    self.title = title
    self.text = text
    self.parts = parts
    self.code = code
    self.link = link
  }

  /// Words of one speaker.
  public struct Part: Codable, Hashable, Sendable {
    /// Name of the speaker. Absent if it is unknown.
    public var name: String?
    /// Words of the speaker.
    public var text: String
    /// Creates the words that one speaker said without interruption.
    public init(name: String? = nil, text: String) {
      self.name = name
      self.text = text
    }
  }
}
