import Bus
import Foundation
import Documents
import ServiceShell
import WebClient
import WebhooksAPI

/// All that can happen to the webhooks service. Only an action changes the state.
enum WebhooksAction: Hashable, Sendable {
  /// The parent took the hello: load what was saved.
  case start
  case loaded(Result<DocumentPage, BusError>)
  /// Ask again for the page after this one.
  case retryLoading(after: String?)

  case received(CallerID, WebhooksCommand, key: String?, request: String? = nil, message: UUID?)

  /// The beat told how far the journal goes.
  case beat(JournalHead)
  /// An event was published.
  case published(type: String, JournalHead)

  case page(HookID, Token, Result<EventPage, BusError>)
  /// Where the journal stands, for a webhook that cannot go on or for one that is to be made.
  case heads(Token, HookID?, Result<JournalRange, BusError>)
  /// Of which types the chat of a webhook that is to be made can be told.
  case types(Token, Result<WebhookTypes, BusError>)
  case posted(HookID, Token, PostOutcome)
  case tested(Token, PostOutcome, ms: Int)
  case retryDue(HookID, Token)

  case saveDue
  case committed(Result<CommitOutcome, BusError>)
  /// The same changes once more: whether they were written is not known.
  case retryCommit

  /// No new work; finish the rest.
  case drain

  /// What it is, for `--print-changes`: nothing of what it carries, as that may be secret.
  var name: String { String("\(self)".prefix { $0.isLetter }) }
}

/// How an attempt to post ended.
enum PostOutcome: Hashable, Sendable {
  case answered(HTTPResponse)
  case failed(HTTPFailure)
}
