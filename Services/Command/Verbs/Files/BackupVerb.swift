import Bus
import PersistenceAPI

/// `standups backup`
enum BackupVerb {
  static let file = Argument<String>.required(
    "FILE", completion: .file, help: "On the machine of the persistence service.")

  static let verb = Verb(
    "backup", summary: "Write a consistent copy of the database while it is in use.",
    details: "“standups restore” goes back to it.",
    arguments: [file, ExportVerb.force],
    examples: [.init("standups backup /var/backups/standups.db", "A copy of everything.")],
    json: "{“path”, “bytes”}"
  ) { values, context in
    var context = context
    // A day: how long it takes is up to the database, and it is shown.
    context.globals.timeoutMs = context.globals.timeoutMs ?? 86_400_000
    let backup = Backup(
      path: context.path(try values[file]), overwrite: try values[ExportVerb.force])
    let progress = Progress(context.console)
    let reply = try await context.connected { connection in
      let watching = Task { try await watch(backup.path, connection, progress) }
      defer {
        watching.cancel()
        progress.clear()
      }
      do {
        return try await connection.send(backup)
      } catch let error as BusError where error.code == .conflict && backup.overwrite != true {
        throw Failure.exists(backup.path)
      }
    }
    try context.show(reply) { ["Wrote \(reply.bytes) bytes to \(DisplayText.safe(reply.path))."] }
  }

  /// Shows how far it is, until it is over.
  private static func watch(
    _ path: String, _ connection: Connection, _ progress: Progress
  ) async throws {
    while progress.isShown {
      try await Task.sleep(for: .milliseconds(200))
      let state = try await connection.send(GetBackup(path: path))
      progress.show("copied", state.copied, of: state.total)
    }
  }
}
