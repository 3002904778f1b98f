import Foundation

/// Directory for backups requested by clients. Only the service's settings determine it.
struct BackupDirectory: Sendable {
  /// Maximum number of files in the directory: more backups than an operator keeps, but few enough
  /// to be listed.
  static let maxFiles = 1000
  /// Age after which an unchanged draft counts as left over from a killed process, in seconds.
  static let abandonedAfter: TimeInterval = 3600

  var path: String

  /// Creates the directory, and removes the drafts of interrupted backups.
  ///
  /// - Throws: `StoreError` if the directory cannot be created or read.
  func prepare(now: Date) throws {
    try StoreError.translating(path: path) {
      try FileSystem.makeDirectory(path)
      for name in try entries() where BackupDraft.isName(name) {
        let draft = "\(path)/\(name)"
        let attributes = try? FileManager.default.attributesOfItem(atPath: draft)
        guard case .file = try FileSystem.entry(at: draft),
          let changed = attributes?[.modificationDate] as? Date,
          now.timeIntervalSince(changed) > Self.abandonedAfter
        else { continue }
        try FileSystem.remove(draft)
      }
    }
  }

  /// Checks that there is room for a backup.
  ///
  /// - Parameters:
  ///   - name: name of the backup.
  ///   - bytes: size of the database.
  /// - Throws: `StoreError` with `full` if the directory has too many files or its volume too
  ///   little space.
  func check(roomFor name: String, bytes: Int) throws {
    let names = try StoreError.translating(path: path) { try entries() }
    guard names.count < Self.maxFiles || names.contains(name) else {
      throw StoreError(
        .full,
        "\(path) has \(names.count) files; the maximum is \(Self.maxFiles). Remove old backups, or replace one."
      )
    }
    guard let free = DiskSpace.available(in: path) else { return }
    let (needed, overflow) = bytes.addingReportingOverflow(DiskSpace.minFreeBytes)
    guard !overflow, free >= needed else {
      throw StoreError(
        .full,
        "A backup needs \(needed >> 20) MiB, but only \(free >> 20) MiB is free in \(path). Free some"
          + " space, or set STANDUPS_BACKUPS to a directory on another volume.")
    }
  }

  /// Reason why backups cannot be written, as a sentence; nil if they can.
  var problem: String? {
    // The directory is created only with the first backup.
    var existing = path
    while !exists(existing), existing != "/" { existing = FileSystem.directory(of: existing) }
    guard !FileManager.default.isWritableFile(atPath: existing) else { return nil }
    return
      "Backups cannot be written: this user may not write to \(existing). Change its owner, or set STANDUPS_BACKUPS."
  }

  /// Removes the drafts of interrupted backups, if the directory exists.
  ///
  /// - Throws: `StoreError`.
  func clean(now: Date) throws {
    if exists(path) { try prepare(now: now) }
  }

  /// True if there is an entry at `path` that this user can inspect.
  private func exists(_ path: String) -> Bool {
    guard let entry = try? FileSystem.entry(at: path) else { return false }
    return entry != .nothing
  }

  private func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
  }
}
