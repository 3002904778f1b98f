import Bus
import Documents
import FastJSON
import StandupsLogging
import ServiceShell
import WebClient
import WebhooksAPI

/// Work that the reducer requests from the shell.
enum WebhooksEffect: Hashable, Sendable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Subscribes to heartbeats and to events of these types, replacing the previous subscription.
  /// Results in `beat` and `published`.
  case listen(Set<String>)
  /// Loads a page of saved webhooks. Results in `loaded`.
  case load(DocumentQuery)
  /// Delivers an action after a delay in milliseconds.
  indirect case wait(ms: Int, then: WebhooksAction)
  /// Reads a page of the journal. Results in `page`.
  case read(WebhookID, Token, JournalQuery)
  /// Reads a page of the journal as chat texts. Results in `page`.
  case readTexts(WebhookID, Token, JournalQuery)
  /// Finds which of these types have a chat text. Results in `types`.
  case findTypes(Token, [String])
  /// Requests the range of the journal. Results in `heads`.
  case findHeads(Token, WebhookID?)
  /// Posts an event. Results in `posted`.
  case post(WebhookID, Token, Delivery)
  /// Posts a test. Results in `tested`.
  case test(Token, Delivery)
  /// Commits changes. Results in `committed`.
  case commit(ChangesDecided)
  case log(LogEntry)
  /// All saved state is loaded.
  case ready
}

extension WebhooksReducer: ServiceLogic {
  static var initial: WebhooksState { WebhooksState() }
  static var start: WebhooksAction { .start }
  static var drain: WebhooksAction { .drain }

  static func received(
    _ caller: CallerID, _ command: WebhooksCommand, _ header: Header
  ) -> WebhooksAction {
    var command = command
    if case .add(let add, _) = command { command = .add(add, isLocal: header.via == nil) }
    return .received(
      caller, command, key: header.idem, request: header.request, message: header.id)
  }

  func isReady(_ state: WebhooksState) -> Bool { state.phase == .ready }
  func isAtRest(_ state: WebhooksState) -> Bool { state.isAtRest }

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
    case .reply(let caller, let result): return .reply(caller, result)
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .listen(let types): return .listen { io.journal(types) }
    case .load(let query): return tell(DocumentsRequested(query: query)) { .loaded($0) }
    case .read(let id, let token, let query):
      return tell(WebhookEventsRequested(query: query)) { .page(id, token, $0) }
    case .readTexts(let id, let token, let query):
      return tell(WebhookTextsRequested(query: query)) { .page(id, token, $0) }
    case .findTypes(let token, let types):
      return tell(WebhookTypesRequested(types: types)) { .types(token, $0) }
    case .findHeads(let token, let id):
      return tell(WebhookHeadsRequested()) { .heads(token, id, $0) }
    case .commit(let decided):
      return .save(decided, timeoutMs: Self.timeoutMs) { .committed($0) }
    case .post(let id, let token, let delivery):
      return .run { _ in .posted(id, token, await post(delivery).outcome) }
    case .test(let token, let delivery):
      return .run { _ in
        let (outcome, took) = await post(delivery)
        return .tested(token, outcome, ms: Int(took / .milliseconds(1)))
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
