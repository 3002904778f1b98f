import CommandLineKit
import StandupsConfiguration
import Foundation
import GatewayAPI
import Glibc
import RouterAPI
import ServiceCatalog

/// Executes the policy: starts processes, sends signals, checks health and prints reports.
actor Supervisor {
  private let context: CommandContext
  private let relay: LogRelay
  private let programs: String
  private let environment: [String: String]
  private let directory: RuntimeDirectory
  private let clock = ContinuousClock()
  private var policy = SupervisorPolicy()
  private var pids: [String: Int32] = [:]
  private let complaints = Complaints()
  private var result: ExitCode?
  private let events: AsyncStream<SupervisorPolicy.Event>
  private let sender: AsyncStream<SupervisorPolicy.Event>.Continuation

  /// Creates a supervisor.
  ///
  /// - Parameters:
  ///   - programs: directory of the services' programs.
  ///   - environment: environment of the services.
  init(
    _ context: CommandContext, relay: LogRelay, programs: String, environment: [String: String],
    directory: RuntimeDirectory
  ) {
    self.context = context
    self.relay = relay
    self.programs = programs
    self.environment = environment
    self.directory = directory
    (events, sender) = AsyncStream.makeStream()
  }

  /// Runs until all services have stopped.
  func run() async throws -> ExitCode {
    let interruptions = context.interruptions()
    let sender = sender
    let stopping = Task { for await _ in interruptions { sender.yield(.stop) } }
    defer { stopping.cancel() }
    try perform(policy.handle(.begin, now: now))
    for await event in events {
      note(event)
      try perform(policy.handle(event, now: now))
      if let result { return result }
    }
    return .software
  }

  private var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Updates the record of running processes.
  private func note(_ event: SupervisorPolicy.Event) {
    switch event {
    case .started(let name, let pid): pids[name] = pid
    case .exited(let name, _, _): pids[name] = nil
    default: return
    }
    directory.note(pids)
  }

  private func perform(_ actions: [SupervisorPolicy.Action]) throws {
    for action in actions {
      switch action {
      case .start(let name): start(name)
      case .schedule(let timer, let ms): schedule(timer, ms)
      case .terminate(let name): signal(name, SIGTERM)
      case .kill(let name): signal(name, SIGKILL)
      case .askHealth: askHealth()
      case .say(let status): try context.show(status.output) { [status.sentence] }
      case .exit(let code): result = code
      }
    }
  }

  private func start(_ name: String) {
    guard let index = policy.services.firstIndex(where: { $0.name == name }) else { return }
    let service = policy.services[index]
    var environment = environment
    if let first = environment["STANDUPS_HTTP"].flatMap({ HTTPAddress($0) }) {
      // The services share an environment, but need different ports.
      environment["STANDUPS_HTTP"] = first.advanced(by: index).text
    }
    complaints.forget(name)
    let (complaints, relay, console, sender) = (complaints, relay, context.console, sender)
    Child.start(programs + "/" + service.program, environment: Self.keys(of: name, in: environment))
    { notice in
      switch notice {
      case .started(let pid): sender.yield(.started(name, pid: pid))
      case .line(let text):
        complaints.hear(text, from: name)
        if let line = relay.line(text, from: name) { console.note(line) }
      case .ended(let exit):
        sender.yield(.exited(name, exit, reason: complaints.last(of: name)))
      }
    }
  }

  /// Key settings of a service. If the router uses keys, each service has its own key.
  private static func keys(of name: String, in environment: [String: String]) -> [String: String] {
    guard let path = environment["STANDUPS_KEYS"], !path.isEmpty, environment["STANDUPS_KEY"] == nil
    else { return environment }
    let store = KeyStore(ofRouter: path)
    return environment.merging([
      "STANDUPS_KEY": store.secretFile(name),
      "STANDUPS_ROUTER_KEY": store.directory.publicFile,
    ]) { $1 }
  }

  private func signal(_ name: String, _ number: Int32) {
    if let pid = pids[name] { kill(pid, number) }
  }

  private func schedule(_ timer: SupervisorPolicy.Timer, _ ms: Int64) {
    let (clock, sender) = (clock, sender)
    Task {
      try await clock.sleep(for: .milliseconds(ms))
      sender.yield(.timer(timer))
    }
  }

  private func askHealth() {
    var globals = context.globals
    // Use the supervised router, regardless of the user's current context.
    globals.context = Contexts.none
    globals.timeoutMs = 1_000
    let keys = Self.keys(of: "gateway", in: environment)
    globals.key = globals.key ?? keys["STANDUPS_KEY"]
    globals.routerKey = globals.routerKey ?? keys["STANDUPS_ROUTER_KEY"]
    let (context, sender, quickly) = (context, sender, globals)
    Task {
      var quick = context
      quick.globals = quickly
      // An error means that the router is not ready yet; the check is repeated.
      let health = try? await quick.send(GetHealth())
      let isWell = health.map(Self.isReady) ?? false
      let page = isWell ? try? await quick.send(ListWebSessions()).address : nil
      let missing = (health?.services ?? []).filter {
        $0.state == .missing || $0.state == .loading
      }.map(\.name)
      sender.yield(.health(isWell, missing: missing, page: page))
    }
  }

  /// Returns true if all services of this supervisor work. Services that a configured binding names
  /// are started by others, perhaps only afterwards.
  static func isReady(_ health: GetHealth.Reply) -> Bool {
    let own = Set(ServiceCatalog.all.map(\.name))
    let unavailable = health.services.filter { $0.state != .up }
    return health.status == .ok
      || !unavailable.isEmpty && unavailable.allSatisfy { !own.contains($0.name) }
  }
}
