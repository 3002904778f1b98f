import PersistenceAPI

/// `standups backup`
enum BackupVerb {
  static let file = Argument<String>.required(
    "FILE", completion: .file, help: "On the machine of the persistence service.")

  static let verb = Verb(
    "backup", summary: "Write a consistent copy of the database while it is in use.",
    details: "To go back to it: stop the services, put the copy in the place of the database in the"
      + " data directory, and start them again.",
    arguments: [file, ExportVerb.force],
    examples: [.init("standups backup /var/backups/standups.db", "A copy of everything.")],
    json: "{“path”, “bytes”}"
  ) { values, context in
    var context = context
    context.globals.timeoutMs = context.globals.timeoutMs ?? 300_000
    let reply = try await context.send(
      Backup(path: context.path(try values[file]), overwrite: try values[ExportVerb.force]))
    try context.show(reply) { ["Wrote \(reply.bytes) bytes to \(DisplayText.safe(reply.path))."] }
  }
}
