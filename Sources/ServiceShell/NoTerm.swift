public import Bus
public import Documents

/// The writer epoch message of a service that keeps no documents and thus has no writer epoch.
/// Never sent.
public struct NoTerm: BegunTerm, Hashable {
  /// Required by the protocol; only an acknowledgement.
  public typealias Reply = Done
  /// A placeholder; no message has this name.
  public static let target = "none.termBegun"
  /// Required by the protocol; unused.
  public var id: String
  /// Never called.
  public init(id: String) { self.id = id }
}

/// The decision message of a service that keeps no documents and thus makes no decisions. Never
/// sent.
public struct NothingDecided: SilentChanges, Hashable {
  /// Required by the protocol; nothing is ever written.
  public typealias Reply = CommitOutcome
  /// A placeholder; no message has this name.
  public static let target = "none.changesDecided"
  /// Always empty.
  public var changes: [DocumentChange]
  /// Always nil.
  public var reply: StoredReply?
  /// Always nil.
  public var term: String?

  /// Required by `SilentChanges`.
  public init(changes: [DocumentChange] = [], reply: StoredReply? = nil, term: String? = nil) {
    self.changes = changes
    self.reply = reply
    self.term = term
  }
}

extension ServiceLogic where Term == NoTerm {
  /// False: the service starts at once, and any number of runs may be active.
  public static var hasTerm: Bool { false }
}

extension ServiceLogic where Decided == NothingDecided {
  /// An empty decision, never sent.
  public static func nothing(in term: String) -> NothingDecided { NothingDecided() }
}
