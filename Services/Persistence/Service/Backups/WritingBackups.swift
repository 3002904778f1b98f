import Bus
import Foundation
import StandupsLogging
import PersistenceAPI

extension PersistenceService {
  /// Writes a backup. Permission to send commands does not include permission to write arbitrary
  /// files, so only the service's settings determine the directory.
  func backup(_ command: Backup, _ header: Header) async throws -> Backup.Reply {
    guard let backupDirectory else {
      throw BusError(
        .unavailable, "This persistence service has no directory for backups.", retryable: false)
    }
    let name = command.name
    guard Self.isBackupName(name) else {
      throw BusError(
        .invalid,
        "Invalid backup name “\(name.prefix(100))”; expected a name such as standups.db: 1 to 100 characters"
          + " (letters, digits, “.”, “-” and “_”), beginning with a letter or digit and not ending in "
          + DatabaseFiles.logs.joined(separator: ", ")
          + " or .partial. Backups are written to the directory in STANDUPS_BACKUPS.",
        detail: ["field": "name"])
    }
    let path = "\(backupDirectory.path)/\(name)"
    if let running = backups.begin(name) {
      throw BusError(
        .busy, "The backup “\(running)” is in progress; try again when it is finished.")
    }
    defer { backups.end(name) }
    return try await translating(header) {
      try backupDirectory.prepare(now: Date())
      // Size of the database files. For PostgreSQL it is 0, because the store rejects the command
      // anyway.
      let sizes = await store.sizes
      try backupDirectory.check(
        roomFor: name, bytes: (sizes["main"] ?? 0) + (sizes["wal"] ?? 0))
      try await store.backup(to: path, overwriting: command.overwrite) { progress in
        backups.record(progress, of: name)
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let bytes = (attributes[.size] as? NSNumber)?.int64Value ?? 0
      metrics?.backups.add()
      metrics?.lastBackup.set(Date().timeIntervalSince1970.rounded())
      log.caused(by: header).info("Backup written.", ["bytes": LogValue(bytes)])
      return Backup.Reply(path: path, bytes: bytes)
    }
  }

  /// True for a valid name, which cannot be a path, a hidden file, an option of a command, or a
  /// file that SQLite would read as the log of another backup.
  private static func isBackupName(_ name: String) -> Bool {
    func isAlphanumeric(_ byte: UInt8) -> Bool {
      [0x30...0x39, 0x41...0x5A, 0x61...0x7A].contains { $0.contains(byte) }
    }
    return (1...100).contains(name.utf8.count) && name.utf8.first.map(isAlphanumeric) == true
      && name.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
      && !DatabaseFiles.logs.contains { name.lowercased().hasSuffix($0) }
      && !BackupDraft.isName(name)
  }
}
