import Bus
import Documents
import StandupsDependencies
import StandupsLogging
import StandupsMetrics
import ServiceShell
import WebhooksAPI
import ZeroMQ

/// The webhooks service: `WebhooksReducer` in a shell.
struct WebhooksService: ShellService {
  let shell: ServiceShell<WebhooksReducer>
  private let sleeper: any Clock<Duration>

  /// Maximum time for which a drain waits for receivers before it cancels the requests.
  private static let drainTimeout = Duration.milliseconds(700)

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - loop: the thread on which everything runs.
  ///   - delegate: connection to the composition root.
  ///   - io: requests to receivers, and notifications of the journal.
  ///   - sleeper: clock for delays.
  ///   - log: receives log entries.
  ///   - printChanges: receives the changes of the commands after each action; nil to print none.
  init(
    on loop: SocketLoop, delegate: any DelegateCaller, io: WebhooksIO,
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil
  ) {
    self.sleeper = sleeper
    shell = ServiceShell(
      WebhooksReducer(io: io, uuid: UUIDGenerator(Header.freshID)), on: loop,
      delegate: delegate, sleeper: sleeper, log: log,
      observe: Self.observer(printChanges))
  }

  private static func observer(
    _ printChanges: (@Sendable ([String]) -> Void)?
  ) -> ServiceShell<WebhooksReducer>.Observer? {
    guard let printChanges else { return nil }
    return { action, before in
      { printChanges([action.printed] + $0.commands.differences(from: before.commands)) }
    }
  }

  func drain() async {
    let io = shell.logic.io
    // Stop the shell first, so that requests that are cancelled afterwards do not count as
    // failures.
    await shell.stop()
    let timeout = Task {
      try await sleeper.sleep(for: Self.drainTimeout)
      io.cancelPosts()
    }
    await shell.drain()
    timeout.cancel()
    await io.close()
  }

  func observe(_ metrics: WebhooksMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell] in metrics.show(await shell.state) }
  }
}

extension WebhooksService {
  /// The commands that the service answers, and its delegate messages.
  var definition: ServiceDefinition {
    var table = CommandTable()
    table.on(AddWebhook.self, shell) { .add($0) }
    table.on(ListWebhooks.self, shell) { _ in .list }
    table.on(GetWebhook.self, shell) { .get($0.id.lowercased()) }
    table.on(RemoveWebhook.self, shell) { .remove($0.id) }
    table.on(EditWebhook.self, shell) { .edit($0) }
    table.on(PauseWebhook.self, shell) { .pause($0.id.lowercased()) }
    table.on(ResumeWebhook.self, shell) { .resume($0.id.lowercased()) }
    table.on(TestWebhook.self, shell) { .test($0.id.lowercased()) }
    table.on(CheckWebhooks.self) { command, _ in
      command.problems(as: StoredWebhook.self)
    }
    return ServiceDefinition(
      name: "webhooks", commands: table,
      delegates: StoreDialogue.messages + [
        WebhookEventsRequested.self, WebhookTextsRequested.self, WebhookTypesRequested.self,
        WebhookHeadsRequested.self, WebhookTeamNamed.self,
      ])
  }
}
