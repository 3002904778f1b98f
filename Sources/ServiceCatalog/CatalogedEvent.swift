/// An event of a contract, described for other programs, which need only its type.
public struct CatalogedEvent: Hashable, Sendable {
  /// CloudEvents type, such as `meeting.started`.
  public var type: String
  /// Name of the service that publishes the event.
  public var source: String
  /// True if the journal contains the event; false if only its current subscribers receive it.
  public var isDurable: Bool
  /// True if the event is published on the bus; false if only other programs receive it, such as
  /// those that a webhook posts to.
  public var isPublished: Bool

  init(_ type: String, from source: String, isDurable: Bool = true, isPublished: Bool = true) {
    self.type = type
    self.source = source
    self.isDurable = isDurable
    self.isPublished = isPublished
  }

  /// First word of the type.
  var word: String { String(type.prefix { $0 != "." }) }
}
