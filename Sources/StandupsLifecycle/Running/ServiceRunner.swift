public import CommandLineKit
public import StandupsConfiguration
import Foundation
import Glibc
public import StandupsLogging
import Processes
import ServiceCatalog

/// Implements `main` for all services: command line, environment, signals, run, drain, exit code.
///
/// ```swift
/// @main
/// enum Main {
///   static func main() async {
///     await ServiceRunner.main("echo", summary: "returns every message.") { context in
///       try await HostedService(context) { parent, _, connection in
///         EchoService(on: connection.loop, delegate: parent)
///       }
///     }
///   }
/// }
/// ```
public enum ServiceRunner {
  /// Creates a service and runs it until a signal or a failure ends it. Never returns.
  ///
  /// - Parameters:
  ///   - name: the service's name on the bus; the program is `<name>-service`.
  ///   - summary: one sentence for `--help`.
  ///   - options: switches in addition to the common ones.
  ///   - limits: time limits of the shutdown.
  ///   - minFiles: minimum number of files that the process must be allowed to open; with fewer, it
  ///     does not start.
  ///   - computes: whether the service computes for long, so that others need not wait for it. Default: no.
  ///   - settings: the service's own settings from the environment.
  ///   - problem: an additional check of `--health`: returns the problem as a sentence, or nil.
  ///   - make: creates the service from its context and its settings.
  public static func main<Settings: ProgramSettings>(
    _ name: String, summary: String, options: [ServiceOption] = [],
    limits: LifetimeLimits = LifetimeLimits(), minFiles: Int = usualLeastFiles,
    computes: Bool = false, settings: Settings.Type,
    problem: @Sendable (BusEnvironment) -> String? = { _ in nil },
    make: @escaping @Sendable (ServiceContext, Settings) async throws -> any RunnableService
  ) async -> Never {
    // This comes first, so that a signal during the start also starts the drain.
    Signals.ignoreBrokenPipes()
    OpenFiles.allowAsManyAsPossible()
    // Before the first thread, because threads inherit it.
    if !computes { ShortTurns.request() }
    let signals = Signals.stream(thenIgnored: true)
    let code = await start(
      name, summary: summary, options: options, limits: limits, minFiles: minFiles,
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment, signals: signals,
      output: { FileHandle.standardOutput.write(Data($0.utf8)) }, errors: .standardError,
      settings: settings, problem: problem, make: make)
    code.exitProcess()
  }

  /// Default minimum number of files: enough for a service's sockets, its database and its work in
  /// progress.
  public static let usualLeastFiles = 256

  /// Creates and runs a service without its own settings.
  public static func main(
    _ name: String, summary: String, options: [ServiceOption] = [],
    make: @escaping @Sendable (ServiceContext) async throws -> any RunnableService
  ) async -> Never {
    await main(name, summary: summary, options: options, settings: NoSettings.self) { context, _ in
      try await make(context)
    }
  }

  /// Creates and runs a service with all dependencies passed in, and returns its exit code.
  ///
  /// - Parameters:
  ///   - output: receives the output of `--help`, `--version` and the health checks.
  ///   - errors: receives the log, and errors in the command line or the environment.
  public static func start<Settings: ProgramSettings>(
    _ name: String, summary: String, options: [ServiceOption] = [],
    limits: LifetimeLimits = LifetimeLimits(), minFiles: Int = usualLeastFiles,
    clock: any Clock<Duration> = ContinuousClock(),
    arguments: [String], environment: [String: String], signals: AsyncStream<Int32>,
    output: (String) -> Void, errors: LogSink, settings: Settings.Type,
    problem: @Sendable (BusEnvironment) -> String? = { _ in nil },
    make: @escaping @Sendable (ServiceContext, Settings) async throws -> any RunnableService
  ) async -> ExitCode {
    do {
      switch try ServiceArguments.parse(arguments, options: options) {
      case .help:
        output(
          help(
            name, summary: summary, options: options,
            variables: EnvironmentVariable.common + Settings.variables
              + Settings.standardVariables))
        return .ok
      case .version:
        output("\(name)-service \(Version.current)\n")
        return .ok
      case .health:
        let (environment, _) = try BusEnvironment.read(
          with: settings, environment, userID: getuid(), isTerminal: false)
        return await HealthCheck.run(name, environment, problem: problem, output: output)
      case .alive:
        let (environment, _) = try BusEnvironment.read(
          with: settings, environment, userID: getuid(), isTerminal: false)
        let code = await HealthCheck.run(name, environment, output: output)
        return code == .unavailable ? code : .ok
      case .run(let given):
        let (environment, own) = try BusEnvironment.read(
          with: settings, environment, userID: getuid(), isTerminal: isatty(2) == 1)
        if let problem = OpenFiles.problem(least: minFiles) {
          throw ConfigurationError("RLIMIT_NOFILE", problem)
        }
        let log = Log(
          service: name, level: environment.logLevel, style: environment.logStyle, sink: errors)
        let context = ServiceContext(
          name: name, environment: environment, log: log, options: given)
        log.info(
          "Starting.",
          ["version": LogValue(Version.current), "instance": LogValue(context.instance)])
        let note = InstanceFile(service: name, environment: environment)
        if !note.write(context.instance) {
          log.debug("Without a runtime directory, --health cannot distinguish instances.")
        }
        defer { note.remove(context.instance) }
        let page = try environment.http.map { try ObservationServer(context, at: $0) }
        let code = await LifetimeRunner(limits: limits, clock: clock, log: log).run(
          LateService {
            // A router cannot report to itself.
            guard name != ServiceCatalog.router.name else { return try await make(context, own) }
            return try await LoadingNote.during(context) { try await make(context, own) }
          }, signals: signals)
        await page?.stop()
        log.info("Stopped.", ["exit": LogValue(code.rawValue)])
        return code
      }
    } catch {
      // Plain sentences, because the format of the log is unknown until the environment is read.
      let sentences = (error as? UsageError)?.sentence(program: "\(name)-service") ?? "\(error)"
      for line in sentences.split(separator: "\n") {
        errors.write("\(name)-service: \(line)\n")
      }
      return ExitCode(error)
    }
  }

  static func help(
    _ name: String, summary: String, options: [ServiceOption], variables: [EnvironmentVariable]
  ) -> String {
    let all = ServiceArguments.common + options
    let width = (all.map(\.name.count).max() ?? 0) + 2
    let switches = all.map {
      "  " + $0.name.padding(toLength: width, withPad: " ", startingAt: 0) + $0.summary + "\n"
    }
    return """
      \(name)-service: \(summary)

      usage: \(name)-service [options]

      options:
      \(switches.joined())
      environment:
      \(EnvironmentVariable.help(variables))
      On SIGTERM or SIGINT, the service finishes work in progress and exits with 0 within 5 s; a second
      signal stops it immediately. It notifies systemd when it is ready (Type=notify). Exit codes: 64
      invalid option, 78 invalid variable, 69 dependency unavailable, 70 failure (see the log).

      """
  }
}
