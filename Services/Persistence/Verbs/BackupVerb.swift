import Bus
import PersistenceAPI

/// The `standups backup` command.
enum BackupVerb {
  static let name = Argument<String>.required(
    "NAME", help: "File in the service’s backup directory, such as standups.db.")
  static let force = Argument<Bool>.flag(
    "--force", help: "Replace an existing backup with the same name.")

  static let verb = Verb(
    "backup", summary: "Write a consistent copy of the database while it is in use.",
    details: """
      The persistence service writes the backup on its own machine, into STANDUPS_BACKUPS (default: “backups” in its \
      data directory), and prints the full path. It never replaces a file that is not a backup. “standups restore” \
      restores the backup.
      """,
    arguments: [name, force],
    examples: [.init("standups backup standups.db --force", "A copy of everything.")],
    json: "{“path”, “bytes”}"
  ) { values, context in
    var context = context
    // Default: one day, because the duration depends on the size of the database, and progress is
    // shown.
    context.globals.timeoutMs = context.globals.timeoutMs ?? 86_400_000
    let backup = Backup(name: try values[name], overwrite: try values[force])
    let progress = Progress(context.console)
    let reply = try await context.connected { connection in
      let watching = Task { try await watch(backup.name, connection, progress) }
      defer {
        watching.cancel()
        progress.clear()
      }
      do {
        return try await connection.send(backup)
      } catch let error as BusError where error.code == .conflict && backup.overwrite != true {
        throw Failure.exists(backup.name)
      }
    }
    try context.show(reply) { ["Wrote \(reply.bytes) bytes to \(DisplayText.safe(reply.path))."] }
  }

  /// Shows the progress of a backup until it is cancelled.
  private static func watch(
    _ name: String, _ connection: Connection, _ progress: Progress
  ) async throws {
    while progress.isShown {
      try await Task.sleep(for: .milliseconds(200))
      let state = try await connection.send(GetBackup(name: name))
      progress.show("copied", state.copied, of: state.total)
    }
  }
}
