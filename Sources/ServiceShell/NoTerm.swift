public import Bus
public import Documents

/// The term of a service that keeps no documents: it has none, and this is never sent.
public struct NoTerm: BegunTerm, Hashable {
  /// Only that it is durable.
  public typealias Reply = Done
  /// No message has this name.
  public static let target = "none.termBegun"
  /// Names nothing.
  public var id: String
  /// Made for nobody.
  public init(id: String) { self.id = id }
}

/// What a service decides that keeps no documents: nothing. This is never sent.
public struct NothingDecided: SilentChanges, Hashable {
  /// Nothing is ever written.
  public typealias Reply = CommitOutcome
  /// No message has this name.
  public static let target = "none.changesDecided"
  /// Always empty.
  public var changes: [DocumentChange]
  /// Always nil.
  public var reply: StoredReply?
  /// Always nil.
  public var term: String?

  /// Takes what `SilentChanges` asks for.
  public init(changes: [DocumentChange] = [], reply: StoredReply? = nil, term: String? = nil) {
    self.changes = changes
    self.reply = reply
    self.term = term
  }
}

extension ServiceLogic where Term == NoTerm {
  /// False: it begins at once, and any number of runs may be in charge.
  public static var hasTerm: Bool { false }
}

extension ServiceLogic where Decided == NothingDecided {
  /// Nothing.
  public static func nothing(in term: String) -> NothingDecided { NothingDecided() }
}
