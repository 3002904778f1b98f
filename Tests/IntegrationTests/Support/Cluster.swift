import Bus
import StandupsConfiguration
import Connecting
import Foundation
import Glibc
import Testing

/// The real services in a directory of their own, with a supervisor that restarts them.
actor Cluster {
  /// The cluster of the running test, for the logs in its failures.
  @TaskLocal static var current: Cluster?

  struct Options: Sendable {
    var programs = Program.allCases
    /// The speech engine's directory; without one the start is fast.
    var engine = "none"
    /// Delay until an ended process is restarted.
    var restartAfter = Duration.milliseconds(300)
    var environment: [String: String] = [:]
    /// Address of the lease that selects the active one of two routers; nil for a single router.
    var lease: (@Sendable (Cluster) -> String)?
    /// Additional environment variables of one program.
    var variables: @Sendable (Cluster, Program) -> [String: String] = { _, _ in [:] }
    /// Prepares the directory before the first start.
    var prepare: @Sendable (Cluster) throws -> Void = { _ in }
  }

  /// One process that ended.
  struct Ended: Sendable {
    var program: Program
    var ending: ChildProcess.Ending
    /// True if the test sent it a signal.
    var wasTold: Bool
  }

  nonisolated let folder: String
  nonisolated let options: Options
  nonisolated var logs: String { "\(folder)/log" }
  nonisolated var data: String { "\(folder)/data" }
  nonisolated var runtime: String { "\(folder)/run" }

  private var running: [Program: ChildProcess] = [:]
  private var told: Set<pid_t> = []
  private var isStopping = false
  private var unsupervised: Set<Program> = []
  private var connections: [BusConnection] = []
  /// Processes in addition to the first of their kind.
  private var seconds: [(program: Program, child: ChildProcess)] = []
  private(set) var endings: [Ended] = []
  private var startWaiters: [(Program, pid_t, CheckedContinuation<Void, Never>)] = []

  init(_ options: Options) throws {
    self.options = options
    folder = try Self.makeFolder()
    for directory in [logs, data] {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    }
  }

  /// Creates a directory whose sockets have short enough paths.
  private static func makeFolder() throws -> String {
    for parent in [ProcessInfo.processInfo.environment["TMPDIR"], "/tmp"].compactMap({ $0 })
    where parent.utf8.count <= 60 {
      var template = Array("\(parent)/it-XXXXXX".utf8CString)
      if mkdtemp(&template) != nil {
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
    throw HarnessError("No temporary folder can be made in TMPDIR or /tmp.")
  }

  nonisolated var environment: [String: String] {
    let inherited = ProcessInfo.processInfo.environment.filter {
      ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "TSAN_OPTIONS", "ASAN_OPTIONS"].contains($0.key)
    }
    let ours = [
      "STANDUPS_RUNTIME_DIR": runtime, "STANDUPS_DATA": data, "STANDUPS_ENGINE": options.engine,
      "STANDUPS_LOG_LEVEL": "debug", "STANDUPS_LOG_FORMAT": "json",
      "STANDUPS_WEB": "127.0.0.1:0",
    ]
    let routers = options.lease == nil ? [:] : addresses(["", "-b"])
    return inherited.merging(ours) { $1 }.merging(routers) { $1 }
      .merging(options.environment) { $1 }
  }

  /// Router addresses for clients; for a single router, the address that it binds.
  nonisolated private func addresses(_ suffixes: [String]) -> [String: String] {
    func all(_ word: String) -> String {
      suffixes.map { "ipc://\(runtime)/\(word)\($0)" }.joined(separator: ",")
    }
    return [
      "STANDUPS_COMMANDS": all("commands"), "STANDUPS_EVENTS": all("events"),
      "STANDUPS_INGEST": all("ingest"),
    ]
  }

  /// Environment variables of one of two routers.
  nonisolated private func router(_ suffix: String) -> [String: String] {
    guard let lease = options.lease else { return [:] }
    return addresses([suffix]).merging(["STANDUPS_ROUTER_LEASE": lease(self)]) { $1 }
  }

  /// Starts another process of a program, which is stopped with the cluster but not restarted.
  func startSecond(_ program: Program) throws -> ChildProcess {
    let child = try launch(
      program, environment: program == .router ? router("-b") : [:],
      log: "\(program.name)-b")
    seconds.append((program, child))
    return child
  }

  // MARK: Connecting

  /// A connection, closed with the cluster.
  func connect(_ name: String = "test") throws -> BusConnection {
    let connection = try BusConnection(name: name, environment: busEnvironment)
    connections.append(connection)
    return connection
  }

  /// A connection with a key, closed with the cluster.
  func connect(
    key: String?, router: String?, onNotice: @escaping @Sendable (PeerNotice) -> Void
  ) throws -> BusConnection {
    var environment = try busEnvironment
    environment.key = key ?? BusEnvironment.noKey
    environment.routerKey = router
    let connection = try BusConnection(name: "test", environment: environment, onNotice: onNotice)
    connections.append(connection)
    return connection
  }

  /// A connection that is open.
  func peer() async throws -> Peer {
    let connection = try connect()
    try await connection.peer.open()
    return connection.peer
  }

  nonisolated var busEnvironment: BusEnvironment {
    get throws {
      try BusEnvironment(
        environment.filter { $0.key.hasPrefix("STANDUPS_") || $0.key == "HOME" }, userID: getuid(),
        isTerminal: false)
    }
  }

  // MARK: Processes

  func startAll() throws {
    for program in options.programs { try start(program) }
  }

  /// Starts another process of a program, or one that the supervisor left ended.
  func start(_ program: Program) throws {
    let child = try launch(program)
    running[program] = child
    unsupervised.remove(program)
    Task { await self.watch(child, program) }
  }

  /// Starts a process that is not supervised, such as a second instance.
  func launch(
    _ program: Program, environment extra: [String: String] = [:], log: String? = nil
  ) throws -> ChildProcess {
    try ChildProcess(
      program.path,
      environment: environment.merging(program == .router ? router("") : [:]) { $1 }
        .merging(options.variables(self, program)) { $1 }
        .merging(extra) { $1 },
      output: "\(logs)/\(log ?? program.name).log")
  }

  private func watch(_ child: ChildProcess, _ program: Program) async {
    let ending = await child.ended()
    guard running[program] === child else { return }
    running[program] = nil
    let wasTold = told.contains(child.pid)
    endings.append(Ended(program: program, ending: ending, wasTold: wasTold))
    guard !isStopping else { return }
    // The router may register the other of two instances first; this one then exits.
    let gaveWay = ending == .exit(75) && seconds.contains { $0.program == program }
    if !wasTold, !gaveWay, ending != .exit(0) {
      Issue.record("The \(program) service ended by itself: \(ending).")
    }
    guard !unsupervised.contains(program) else { return }
    // Sleeps because the outage is part of the test.
    try? await Task.sleep(for: options.restartAfter)
    guard !isStopping, running[program] == nil, !unsupervised.contains(program) else { return }
    do { try start(program) } catch { Issue.record(error) }
  }

  /// Sends a signal. The supervisor restarts a process that ends because of it.
  func signal(_ number: Int32, _ programs: [Program]) {
    let children = programs.compactMap { running[$0] }
    if number != SIGSTOP, number != SIGCONT { told.formUnion(children.map(\.pid)) }
    for child in children { child.signal(number) }
  }

  /// Sends a signal; the program is not restarted.
  @discardableResult
  func end(_ program: Program, with number: Int32 = SIGTERM) async -> ChildProcess.Ending? {
    guard let child = running[program] else { return nil }
    unsupervised.insert(program)
    signal(number, [program])
    return await child.ended()
  }

  /// Stops restarting the program from now on.
  func leaveEnded(_ program: Program) {
    unsupervised.insert(program)
    if let child = running[program] { told.insert(child.pid) }
  }

  func child(_ program: Program) -> ChildProcess? { running[program] }

  // MARK: Stopping

  /// Stops everything as an operator would, and checks that it ends without errors.
  func stop() async {
    isStopping = true
    for connection in connections { await connection.close() }
    connections = []
    let stages = Dictionary(grouping: Program.allCases, by: \.stopStage)
    for (_, group) in stages.sorted(by: { $0.key < $1.key }) {
      await withTaskGroup(of: Void.self) { tasks in
        for program in group {
          guard let child = running[program] else { continue }
          tasks.addTask { await Self.stop(child, program) }
        }
        for second in seconds where group.contains(second.program) {
          tasks.addTask { await Self.stop(second.child, second.program) }
        }
      }
    }
  }

  private static func stop(_ child: ChildProcess, _ program: Program) async {
    child.signal(SIGTERM)
    let watchdog = Task {
      // Sleeps because it is a time limit, which the end of the service cancels.
      try await Task.sleep(for: .seconds(6))
      Issue.record("The \(program) service did not stop within 6 s of SIGTERM.")
      child.signal(SIGKILL)
    }
    let ending = await child.ended()
    watchdog.cancel()
    // A process that was just restarted does not handle signals yet.
    let isYoung = ending == .signal(SIGTERM) && child.age < .seconds(3)
    if ![.exit(0), .exit(75), .signal(SIGKILL)].contains(ending), !isYoung {
      Issue.record("The \(program) service ended on SIGTERM with \(ending).")
    }
  }

  /// Kills everything at once.
  func abort() async {
    isStopping = true
    let all = running.values + seconds.map(\.child)
    for child in all { child.signal(SIGKILL) }
    for child in all { await child.ended() }
    for connection in connections { await connection.close() }
    connections = []
  }

  nonisolated func removeFolder() {
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// Runs services during `body`, and leaves nothing behind.
func withCluster<Result: Sendable>(
  _ options: Cluster.Options = Cluster.Options(),
  _ body: (Cluster) async throws -> Result
) async throws -> Result {
  try await atTheGate { try await withClusterNow(options, body) }
}

/// Runs two installations side by side; the logs in failures are those of the second.
func withCluster<Result: Sendable>(
  _ options: Cluster.Options, beside others: Cluster.Options,
  _ body: (Cluster, Cluster) async throws -> Result
) async throws -> Result {
  try await atTheGate {
    try await withClusterNow(options) { cluster in
      try await withClusterNow(others) { try await body(cluster, $0) }
    }
  }
}

private func atTheGate<Result: Sendable>(
  _ body: () async throws -> Result
) async throws -> Result {
  await ClusterGate.shared.enter()
  do {
    let result = try await body()
    await ClusterGate.shared.leave()
    return result
  } catch {
    await ClusterGate.shared.leave()
    throw error
  }
}

private func withClusterNow<Result: Sendable>(
  _ options: Cluster.Options, _ body: (Cluster) async throws -> Result
) async throws -> Result {
  let cluster = try Cluster(options)
  defer { cluster.removeFolder() }
  return try await Cluster.$current.withValue(cluster) {
    do {
      try options.prepare(cluster)
      try await cluster.startAll()
      let result = try await body(cluster)
      await cluster.stop()
      return result
    } catch {
      let tails = LogTail.of(cluster.logs)
      await cluster.abort()
      throw HarnessError("\(error)\n\(tails)")
    }
  }
}
