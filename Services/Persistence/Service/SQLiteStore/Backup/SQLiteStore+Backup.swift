extension SQLiteStore {
  nonisolated func backup(
    to path: String, overwriting: Bool,
    progress: @escaping @Sendable (BackupProgress) -> Void
  ) async throws {
    // Throws if the store is closed.
    try await maintain { _ in }
    let worker = try BackupWorker(source: sqlite.path, uuid: configuration.uuid())
    try await worker.copy(
      to: path, overwriting: overwriting, patience: sqlite.patience,
      now: configuration.now(), progress: progress)
  }
}
