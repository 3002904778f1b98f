extension Store {
  /// Copies the database, as it is now, into a file of its own, while the store goes on.
  ///
  /// The copy was checked and is on the disk when this returns; until then `path` is as it was.
  /// Opened as a store's file, it begins a new epoch.
  /// - Parameters:
  ///   - overwriting: whether to replace a file at `path`.
  ///   - progress: called on the backup's thread after each step.
  /// - Throws: `StoreError`: `exists`, `invalid` for the store's own file, `full`, `readOnly`, `io`;
  ///   `CancellationError`.
  nonisolated func backup(
    to path: String, overwriting: Bool = false,
    progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
  ) async throws {
    // Fails when the store is closed.
    try await maintain { _ in }
    let worker = try BackupWorker(source: configuration.path, uuid: configuration.uuid())
    try await worker.copy(
      to: path, overwriting: overwriting, patience: configuration.patience,
      now: configuration.now(), progress: progress)
  }
}
