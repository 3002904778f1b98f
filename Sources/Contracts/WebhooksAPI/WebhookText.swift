/// What an event says to people, in plain text: each chat writes it in its own way.
///
/// Names and words of others are in it as they are; whoever shows it makes them harmless.
public struct WebhookText: Codable, Hashable, Sendable {
  /// In a few words, what happened.
  public var title: String
  /// More of it, in a sentence or two.
  public var text: String?
  /// Who said what, in order.
  public var parts: [Part]?
  /// What is for programs, as JSON.
  public var code: String?
  /// Where to go, such as `standups:///standups/…`.
  public var link: String?

  /// A text; what is nil is not said.
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

  /// What one said.
  public struct Part: Codable, Hashable, Sendable {
    /// Who said it; nil where that is not known.
    public var name: String?
    /// The words.
    public var text: String
    /// What somebody said without another in between.
    public init(name: String? = nil, text: String) {
      self.name = name
      self.text = text
    }
  }
}
