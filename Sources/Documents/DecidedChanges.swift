public import Bus
public import FastJSON

/// A delegate message that says what a child decided: made durable in one transaction, then announced.
///
/// Every child that keeps documents has one of its own, under its own name; what it leads to is the
/// same for all of them.
public protocol DecidedChanges: DelegateMessage, FastCodable where Reply == CommitOutcome {
  /// What becomes of the documents, in order: all of it or nothing.
  var changes: [DocumentChange] { get }
  /// What other tools shall hear of it, in order.
  var events: [NewEvent] { get }
  /// What the command is answered with; kept under its idempotency key, if it has one.
  var reply: StoredReply? { get }
  /// The term in which it was decided; the shell sets it.
  var term: String? { get set }
}

/// Decided changes of which nobody else hears.
public protocol SilentChanges: DecidedChanges {
  /// Without a reply, none is stored for a repetition.
  init(changes: [DocumentChange], reply: StoredReply?, term: String?)
}

/// Decided changes that may be announced.
public protocol AnnouncedChanges: DecidedChanges {
  /// Without events nobody else hears of it; without a reply, none is stored for a repetition.
  init(changes: [DocumentChange], events: [NewEvent], reply: StoredReply?, term: String?)
}
