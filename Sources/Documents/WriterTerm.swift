public import Bus

/// The time in which one run of a service may write: it begins with a write, and with the next one it
/// is over.
///
/// What was decided in it is refused from then on, however late it comes. So whoever begins a term, and
/// loads what is saved after that, knows all that can ever be written by those before.
public struct WriterTerm: Codable, Hashable, Sendable {
  /// The service that writes, as it is named on the bus.
  public var owner: String
  /// Names the term; no other has this id.
  public var id: String

  /// A term of a service.
  public init(owner: String, id: String) {
    self.owner = owner
    self.id = id
  }
}

/// A delegate message with which a run of a service begins its term. Every service that keeps
/// documents has one of its own.
public protocol BegunTerm: DelegateMessage where Reply == Done {
  /// Names the term; no other has this id.
  var id: String { get }
  /// Once it is answered, nothing is written that was decided in an earlier term.
  init(id: String)
}
