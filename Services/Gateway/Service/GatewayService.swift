import Bus
import Documents
import GatewayAPI
import StandupsLogging
import StandupsMetrics
import ServiceShell
import ZeroMQ

/// The gateway as a service on the bus: `GatewayReducer` in a shell, and the web server for
/// browsers.
struct GatewayService: ShellService {
  let shell: ServiceShell<GatewayReducer>
  let gateway: Gateway

  /// Creates the service, on the loop of the web server.
  ///
  /// - Parameters:
  ///   - gateway: the web server, already listening.
  ///   - delegate: the connection to the router.
  ///   - reducer: decides about sessions and invitations.
  ///   - sleeper: the clock for delays between retries.
  ///   - log: receives log entries.
  ///   - printChanges: receives the changes of the state after each action; nil to print none.
  init(
    _ gateway: Gateway, delegate: any DelegateCaller, reducer: GatewayReducer,
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil
  ) {
    self.gateway = gateway
    shell = ServiceShell(
      reducer, on: gateway.loop, delegate: delegate, sleeper: sleeper, log: log
    ) { action, state in
      { after in
        printChanges?(PrintedChanges.lines(for: action, from: state, to: after))
        // Close the streams of a session or token immediately if it has ended or is missing from the
        // loaded state.
        let isLoaded = after.commands.phase == .ready && state.commands.phase != .ready
        guard
          isLoaded || after.saved.sessions.count < state.saved.sessions.count
            || after.saved.tokens.count < state.saved.tokens.count
        else { return }
        Task {
          await gateway.closeStreamsOfEndedSessions()
          if isLoaded { await gateway.readRoles() }
        }
      }
    }
  }

  func start() async throws {
    await gateway.begin(shell)
    try await shell.start()
  }

  func drain() async {
    await gateway.stop()
    await shell.drain()
    await gateway.otherCells.close()
  }

  func problems() async -> [String] {
    let problem = await gateway.certificateProblem
    return await shell.problems + [problem].compactMap(\.self) + gateway.signInProblems
  }

  func observe(_ metrics: GatewayMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell, gateway] in
      metrics.show(
        streams: await gateway.streamsByKind, sessions: await shell.state.saved.sessions.count,
        connected: await gateway.presence.connected)
    }
  }

  /// Commands that the service answers, and delegate messages that it sends.
  var definition: ServiceDefinition {
    ServiceDefinition(
      name: "gateway", commands: commands,
      delegates: StoreDialogue.messages + [TokenTeamNamed.self, InvitedPeopleNamed.self])
  }

  private var commands: CommandTable {
    var table = CommandTable()
    table.on(InviteToWeb.self, shell) { .invite(try InviteRequest($0)) }
    table.on(ListWebInvitations.self, shell) { _ in .invitations }
    table.on(WithdrawWebInvitation.self, shell) { .withdraw(try WebGrant.invitation($0.id)) }
    table.on(MakeCalendarLink.self, shell) {
      .calendar(try PersonName($0.name), try $0.person.map(WebGrant.person))
    }
    table.on(ListWebSessions.self, shell) { _ in .sessions }
    table.on(RevokeWebSessions.self, shell) { try GatewayCommand($0) }
    table.on(AddToken.self, shell) { .addToken(try TokenRequest($0)) }
    table.on(ListTokens.self, shell) { .tokens(try TokenPage($0)) }
    table.on(RevokeToken.self, shell) { .revokeToken(String($0.id.lowercased().prefix(64))) }
    return table
  }
}
