import CommandLineKit
import StandupsConfiguration
import Foundation
import Glibc
import ServiceCatalog

/// The `standups up` command.
enum UpVerb {
  static let verbose = Argument<Bool>.flag(
    "--verbose", "-v",
    help: "Print all service logs with their fields, not only warnings and errors.")

  static let verb: Verb = Verb(
    "up", summary: "Start the router and all services, and keep them running.",
    details: """
      A service that dies is restarted: at once, then after increasing pauses of up to 5 s. A service that reports an \
      invalid configuration is not restarted. Ctrl-C or SIGTERM stops everything in order; a second one kills the \
      services.

      Sockets are in $STANDUPS_RUNTIME_DIR (default: $XDG_RUNTIME_DIR/standups, or else /tmp/standups-<uid>), data is \
      in $STANDUPS_DATA (default: $XDG_DATA_HOME/standups, or else ~/.local/share/standups). Only one “up” can use \
      each of these directories. If this program is killed, its services stop as well; if one of them hangs, the next \
      “up” stops it first.

      The web page is at STANDUPS_WEB (default: 127.0.0.1:8080, or the next free port); “standups web” opens it.

      Notices and warnings are plain text, both on a terminal and in a file. With --json everything is JSON: notices \
      on standard output, and the complete logs of the services on standard error.

      With STANDUPS_HTTP=9464 the router serves its metrics and health on port 9464, and the services on the following \
      ports: \(ServiceCatalog.children.map(\.name).joined(separator: ", ")).
      """,
    arguments: [verbose],
    examples: [
      .init("standups up", "Everything on this machine."),
      .init("STANDUPS_DATA=/srv/standups standups up --json", "Under another supervisor."),
    ],
    json:
      "One line per notice: {“event”: “started”, “restarted”, “died”, “givenUp”,"
      + " “killed”, “loading”, “ready”, “page”, “stopping” or “stopped”, “service”, “services”, “pid”, “exit”, “reason”,"
      + " “restartInMs”, “address”}"
  ) { values, context in
    let environment = try BusEnvironment(
      context.environment, userID: getuid(), isTerminal: isatty(STDERR_FILENO) == 1)
    let data = try environment.requiredDataDirectory()
    let directory = try RuntimeDirectory(environment.runtimeDirectory)
    defer { directory.release() }
    try RuntimeDirectory.makePrivate(data)
    let held = try HeldLock.ofData(data)
    defer { held.release() }

    let leftovers = directory.leftovers()
    if !leftovers.isEmpty {
      let names = leftovers.map(\.name).sorted().joined(separator: ", ")
      let sentence = "Stopping services that an earlier “standups up” left running: \(names)."
      let record = LogLine.json(level: "warning", message: sentence)
      context.console.note(context.globals.isJSON ? record : sentence)
      try await directory.stop(leftovers, limit: .seconds(5), clock: ContinuousClock())
    }

    var variables = context.environment
    variables["STANDUPS_RUNTIME_DIR"] = environment.runtimeDirectory
    variables["STANDUPS_DATA"] = data
    // The services write JSON to their pipes, which the supervisor converts to human-readable text.
    variables["STANDUPS_LOG_FORMAT"] = variables["STANDUPS_LOG_FORMAT"] ?? "json"
    let supervisor = Supervisor(
      context,
      relay: LogRelay(
        isForPeople: !context.globals.isJSON, isVerbose: try values[verbose],
        ink: context.console.errorInk),
      programs: try InstalledServices.services(of: InstalledServices.programDirectory()),
      environment: variables, directory: directory)
    let code = try await supervisor.run()
    if code != .ok {
      throw Failure(
        code, code: "service_failed", "A service could not run. Its messages are above.")
    }
  }
}
