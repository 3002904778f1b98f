import Bus
import Foundation
import Lifecycle
import Messages

/// The webhooks service: the shell around `WebhooksReducer`, which does what its effects say.
actor WebhooksService: Service {
  /// What the service needs from the world.
  struct Dependencies: Sendable {
    var delegate: any DelegateCaller
    /// Posts one request.
    var post: @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure>
    /// Gives up what is posted, when the service must end.
    var cancelPosts: @Sendable () -> Void = {}
    /// Lets go of the client.
    var close: @Sendable () async -> Void = {}
    /// How far the journal goes, as it is heard, until the reader stops reading.
    var journal: @Sendable () -> AsyncStream<JournalNews> = { AsyncStream { $0.finish() } }
    /// Measures pauses.
    var sleeper: any Clock<Duration> = ContinuousClock()
    var log: @Sendable (LogEntry) -> Void = { _ in }
    /// Hears of every action, for `--print-changes`.
    var onChange: (@Sendable (String) -> Void)?
    /// What is counted on the way; nil for nothing.
    var metrics: WebhooksMetrics?
  }

  /// How long the drain waits for receivers before it gives them up.
  private static let drainPatience = Duration.milliseconds(700)

  private let reducer: WebhooksReducer
  private let dependencies: Dependencies

  private(set) var state = WebhooksState()
  private var callers: [CallerID: CheckedContinuation<WebhooksReply, any Error>] = [:]
  private var nextCaller: CallerID = 1
  /// Pauses under way; a drain cuts them short.
  private var waits: [Int: Task<Void, Never>] = [:]
  private var nextWait = 1
  private var listening: Task<Void, Never>?
  private var starting: [CheckedContinuation<Void, any Error>] = []
  private var draining: [CheckedContinuation<Void, Never>] = []

  init(_ dependencies: Dependencies, reducer: WebhooksReducer = WebhooksReducer()) {
    self.dependencies = dependencies
    self.reducer = reducer
  }

  /// Loads what was saved, however long that takes, and begins to post.
  ///
  /// - Throws: `BusError` with code `draining`, if the service is stopped before that.
  func start() async throws {
    let news = dependencies.journal()
    listening = Task {
      for await one in news { hear(one) }
    }
    send(.start)
    guard state.phase != .ready else { return }
    try await withCheckedThrowingContinuation { starting.append($0) }
  }

  func problems() -> [String] { reducer.problems(state) }

  func drain() async {
    send(.drain)
    listening?.cancel()
    for wait in waits.values { wait.cancel() }
    let stopped = BusError(.draining, "The service was stopped while it loaded what was saved.")
    for continuation in starting { continuation.resume(throwing: stopped) }
    starting = []
    if !state.isAtRest {
      let patience = Task {
        try await dependencies.sleeper.sleep(for: Self.drainPatience)
        dependencies.cancelPosts()
      }
      await withCheckedContinuation { draining.append($0) }
      patience.cancel()
    }
    await dependencies.close()
  }

  /// Runs a command.
  func run<Reply: Decodable & Sendable>(
    _ command: WebhooksCommand, _ call: Call, as type: Reply.Type = Reply.self
  ) async throws -> Reply {
    let caller = nextCaller
    nextCaller += 1
    // Not ended by cancellation: every command is answered, and its effect may come either way.
    let reply = try await withCheckedThrowingContinuation { continuation in
      callers[caller] = continuation
      send(.received(caller, command, key: call.header.idem))
    }
    return try reply.json().decode(as: type)
  }

  private func hear(_ news: JournalNews) {
    switch news {
    case .beat(let head): send(.beat(head))
    case .published(let type, let head): send(.published(type: type, head))
    }
  }

  private func send(_ action: WebhooksAction) {
    dependencies.onChange?(action.name)
    let effects = reducer.reduce(&state, action)
    for effect in effects { perform(effect) }
    if state.phase == .draining, state.isAtRest {
      for continuation in draining { continuation.resume() }
      draining = []
    }
  }

  private func perform(_ effect: WebhooksEffect) {
    switch effect {
    case .reply(let caller, let result):
      callers.removeValue(forKey: caller)?.resume(with: result.mapError { $0 })
    case .log(let entry):
      dependencies.log(entry)
    case .ready:
      for continuation in starting { continuation.resume() }
      starting = []
    case .wait(let ms, let action):
      wait(ms, then: action)
    case .load(let load):
      tell(WebhookStateRequested(load: load)) { .loaded($0) }
    case .read(let id, let token, let replay):
      tell(WebhookEventsRequested(replay: replay)) { .page(id, token, $0) }
    case .findHeads(let token, let id):
      tell(WebhookHeadsRequested()) { .heads(token, id, $0) }
    case .commit(let commit):
      tell(WebhookChangesDecided(commit: commit)) { .committed($0) }
    case .post(let id, let token, let delivery):
      Task { send(.posted(id, token, await post(delivery))) }
    case .test(let token, let delivery):
      Task {
        let begin = ContinuousClock.now
        let outcome = await post(delivery)
        let took = ContinuousClock.now - begin
        send(.tested(token, outcome, ms: Int(took / .milliseconds(1))))
      }
    }
  }

  /// How long the parent may take for one call, in milliseconds.
  private static let patienceMs = 5000

  private func tell<Message: DelegateMessage>(
    _ message: Message,
    _ action: @escaping @Sendable (Result<Message.Reply, BusError>) -> WebhooksAction
  ) {
    let delegate = dependencies.delegate
    Task {
      do {
        send(
          action(
            .success(
              try await delegate.tell(message, causedBy: nil, timeoutMs: Self.patienceMs))))
      } catch let error as BusError {
        send(action(.failure(error)))
      } catch {
        send(
          action(
            .failure(BusError(.unavailable, "“\(Message.target)” was given up: \(error)."))))
      }
    }
  }

  private func post(_ delivery: Delivery) async -> PostOutcome {
    let begin = ContinuousClock.now
    let outcome = await answer(to: delivery)
    dependencies.metrics?.took(outcome, ContinuousClock.now - begin)
    return outcome
  }

  private func answer(to delivery: Delivery) async -> PostOutcome {
    do {
      let request = try WebhookRequest.make(delivery, at: reducer.date())
      switch await dependencies.post(request) {
      case .success(let response): return .answered(response)
      case .failure(let failure): return .failed(failure)
      }
    } catch {
      return .failed(HTTPFailure(code: .other, message: "The request cannot be made: \(error)"))
    }
  }

  private func wait(_ ms: Int, then action: WebhooksAction) {
    let id = nextWait
    nextWait += 1
    waits[id] = Task {
      // Cut short by drain, the action comes at once; it finds the state draining.
      try? await dependencies.sleeper.sleep(for: .milliseconds(ms))
      waits[id] = nil
      send(action)
    }
  }
}
