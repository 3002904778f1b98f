import CommandLineKit
import StandupsConfiguration
import Glibc

/// The `standups restore` command.
enum RestoreVerb {
  static let file = Argument<String>.required(
    "FILE", completion: .file, help: "Backup written by “standups backup”.")
  static let data = Argument<String?>.option(
    "--data", placeholder: "DIRECTORY", completion: .file,
    help: "Data directory. Default: STANDUPS_DATA, or else that of “standups up”.")

  static let verb = Verb(
    "restore", summary: "Restore a backup while the services are stopped.",
    details: """
      The backup is checked before anything changes, and the old database is kept next to the new one. The command \
      works on local files. Afterwards the journal has a new epoch, so clients that follow it load the state \
      again. Use PostgreSQL’s own tools to restore a PostgreSQL database. Use “standups import” to import an archive \
      from “standups export” while the services are running.
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
      throw Failure.usage(
        "“standups restore” does not support --json. Check its exit code instead.")
    }
    let name = try values[file]
    // If the file cannot be read here, the service reports the error.
    if name != "-", let handle = try? context.open(name),
      try ArchiveReader.kind(of: handle, named: name) == .archive
    {
      throw Failure(
        .data, code: "archive",
        "\(name) is an archive. Import it with “standups import” while the services are running.")
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
