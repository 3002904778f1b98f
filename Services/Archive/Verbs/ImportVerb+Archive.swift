import Foundation

extension ImportVerb {
  /// Imports the missing documents of an archive, or reports the changes of a dry run.
  static func archive(
    _ handle: FileHandle, _ values: Values, _ context: CommandContext
  ) async throws {
    let archive = try ArchiveFile(handle, named: try values[file])
    var context = context
    context.globals.timeoutMs = context.globals.timeoutMs ?? 60_000
    let existing = try values[existing] ?? .refuse
    let isDryRun = try values[isDryRun]
    let report = try await context.connected { [context] connection in
      try await ArchiveImport(
        connection: connection, progress: Progress(context.console), file: archive,
        existing: existing, isDryRun: isDryRun
      ).run()
    }
    try context.show(report) { report.lines }
    if report.refused > 0, !isDryRun { throw Failure.said(.data) }
  }
}
