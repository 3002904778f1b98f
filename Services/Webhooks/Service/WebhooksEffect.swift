import Bus
import Documents
import ServiceShell
import WebClient
import WebhooksAPI

/// Work that the reducer requests from the shell.
enum WebhooksEffect: LaneServiceEffect, Hashable {
  case common(LaneEffect<WebhooksAction>)
  /// Subscribes to heartbeats and to events of these types, replacing the previous subscription.
  /// Results in `beat` and `published`.
  case listen(Set<String>)
  /// Reads a page of the journal. Results in `page`.
  case read(WebhookID, Token, JournalQuery)
  /// Reads a page of the journal as chat texts. Results in `page`.
  case readTexts(WebhookID, Token, JournalQuery)
  /// Finds which of these types have a chat text. Results in `types`.
  case findTypes(OperationID, [String])
  /// Asks whether the team of a new webhook exists. Results in `teamFound`.
  case findTeam(OperationID, String)
  /// Requests the range of the journal for a new webhook. Results in `range`.
  case findRange(OperationID)
  /// Requests the range of the journal for a webhook that cannot continue. Results in `heads`.
  case findHeads(WebhookID, Token)
  /// Posts an event. Results in `posted`.
  case post(WebhookID, Token, Delivery)
  /// Posts a test. Results in `tested`.
  case test(OperationID, Delivery)
}

extension WebhooksReducer: LaneLogic {
  typealias Note = Never

  /// Result for which a command may wait.
  enum Step: Hashable, Sendable {
    /// The team, the types that a chat can show, or the range of the journal.
    case finding
    /// The receiver's response to a test.
    case testing
  }

  static var name: String { "webhooks" }
  static var collections: [String] { [StoredWebhook.collection] }
  var moment: Int64 { date.milliseconds }

  /// Time limit for each reply of the composition root, in milliseconds.
  private static let timeoutMs = 5000

  func work(_ effect: WebhooksEffect, _ state: WebhooksState) -> ShellWork<WebhooksAction> {
    func tell<Message: DelegateMessage>(
      _ message: Message,
      _ action: @escaping @Sendable (Result<Message.Reply, BusError>) -> WebhooksAction
    ) -> ShellWork<WebhooksAction> {
      .tell(message, timeoutMs: Self.timeoutMs, action)
    }
    switch effect {
    case .common(let effect): return work(effect, state)
    case .listen(let types): return .listen { io.journal(types) }
    case .read(let id, let token, let query):
      return tell(WebhookEventsRequested(query: query)) { .page(id, token, $0) }
    case .readTexts(let id, let token, let query):
      return tell(WebhookTextsRequested(query: query)) { .page(id, token, $0) }
    case .findTypes(let id, let types):
      return tell(WebhookTypesRequested(types: types)) { .types(id, $0) }
    case .findTeam(let id, let team):
      return tell(WebhookTeamNamed(team: team)) { .teamFound(id, $0) }
    case .findRange(let id): return tell(WebhookHeadsRequested()) { .range(id, $0) }
    case .findHeads(let id, let token):
      return tell(WebhookHeadsRequested()) { .heads(id, token, $0) }
    case .post(let id, let token, let delivery):
      return .run { _ in .posted(id, token, await post(delivery).outcome) }
    case .test(let id, let delivery):
      return .run { _ in
        let (outcome, took) = await post(delivery)
        return .tested(id, outcome, ms: Int(took / .milliseconds(1)))
      }
    }
  }

  private func post(_ delivery: Delivery) async -> (outcome: PostOutcome, took: Duration) {
    let begin = ContinuousClock.now
    let outcome = await outcome(of: delivery)
    let took = ContinuousClock.now - begin
    io.metrics?.count(outcome, took)
    return (outcome, took)
  }

  private func outcome(of delivery: Delivery) async -> PostOutcome {
    do {
      var request = try WebhookRequest.make(delivery, at: date())
      request.reach = io.reach(isLocal: delivery.isLocal)
      switch await io.post(request) {
      case .success(let response): return .answered(response)
      case .failure(let failure): return .failed(failure)
      }
    } catch {
      return .failed(HTTPFailure(code: .other, message: "Cannot create the request: \(error)"))
    }
  }
}
