import CommandLineKit
import Configuration
import Glibc

/// `standups restore`
enum RestoreVerb {
  static let file = Argument<String>.required(
    "FILE", completion: .file, help: "What “standups backup” wrote.")
  static let data = Argument<String?>.option(
    "--data", placeholder: "DIRECTORY", completion: .file,
    help: "The data directory; STANDUPS_DATA, or that of “standups up”, unless told.")

  static let verb = Verb(
    "restore", summary: "Go back to a backup, while the services are stopped.",
    details: """
      The backup is checked before anything changes, and what was there is kept beside it. It works on the files \
      of this machine. The journal has a new epoch afterwards, so everybody who follows it loads anew. A database \
      on PostgreSQL is restored with its own tools. An archive, which “standups export” writes, is taken by “standups \
      import” while the services run.
      """,
    arguments: [file, data],
    examples: [
      .init("standups restore /var/backups/standups.db", "For “standups up”."),
      .init(
        "sudo standups restore /var/backups/standups.db --data /var/lib/standups",
        "For the services that systemd runs."),
    ]
  ) { values, context in
    if context.globals.isJSON {
      throw Failure.usage("“standups restore” has no --json: its exit code says it.")
    }
    let name = try values[file]
    // What cannot be read is said by the service that reads it.
    if name != "-", let handle = try? context.open(name),
      try ArchiveReader.kind(of: handle, named: name) == .archive
    {
      throw Failure(
        .data, code: "archive",
        "\(name) is an archive: “standups import” takes it, while the services run.")
    }
    let environment = try BusEnvironment(
      context.environment, userID: getuid(), isTerminal: isatty(STDERR_FILENO) == 1)
    let directory = try values[data].map(context.path) ?? environment.requiredDataDirectory()
    let services = try InstalledServices.services(of: InstalledServices.programDirectory())
    var variables = context.environment
    variables["STANDUPS_DATA"] = directory
    try InstalledServices.become(
      services + "/persistence-service", ["restore", context.path(try values[file])],
      environment: variables)
  }
}
