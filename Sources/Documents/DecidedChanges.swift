public import Bus
public import FastJSON

/// A delegate message that reports a service's decision: it is made durable in one transaction,
/// then published.
///
/// Every service that keeps documents has a message of its own, under its own name; the
/// consequences are the same for all of them.
public protocol DecidedChanges: DelegateMessage, FastCodable where Reply == CommitOutcome {
  /// The changes of documents, in order; either all of them are applied, or none.
  var changes: [DocumentChange] { get }
  /// The events to publish, in order.
  var events: [NewEvent] { get }
  /// The reply to the command; stored under its idempotency key, if it has one.
  var reply: StoredReply? { get }
  /// Id of the writer epoch in which the decision was made; set by the shell.
  var term: String? { get set }
}

/// Decided changes that are not published.
public protocol SilentChanges: DecidedChanges {
  /// Creates the message. If `reply` is nil, nothing is saved in the idempotency store.
  init(changes: [DocumentChange], reply: StoredReply?, term: String?)
}

/// Decided changes that may be published.
public protocol AnnouncedChanges: DecidedChanges {
  /// Creates the message. If `events` is empty, nothing is published; if `reply` is nil, nothing is
  /// saved in the idempotency store.
  init(changes: [DocumentChange], events: [NewEvent], reply: StoredReply?, term: String?)
}
