import Documents

/// Health of the service: liveness, readiness and problems.
extension PersistenceService {
  /// Liveness check, which does not return while the disk blocks the store's thread.
  func pulse() async {
    _ = await store.statistics
  }

  /// Reason why the service is not ready, for example because the database is not open for writing;
  /// nil if it is ready.
  var obstacle: String? {
    get async {
      guard await store.isOpen else { return "The database is closed." }
      if let reason = await store.unwritable { return reason.sentence }
      return unwrittenProblem ?? spaceProblem
    }
  }

  /// Problems, including damaged data, and a volume that is nearly full, which is reported before
  /// writes fail.
  func problems() async -> [String] {
    let found = [
      unwrittenProblem, spaceProblem, backupDirectory?.problem, store.damaged.problem,
      await notice(),
    ]
    return await found.compactMap { $0 } + store.problems + (scrubber?.problems ?? [])
  }

  private var spaceProblem: String? { directory.flatMap { DiskSpace.problem(in: $0) } }

  /// Problem with the last write, regardless of its cause, such as a failing disk. Nothing is saved
  /// while it lasts.
  private var unwrittenProblem: String? {
    unwritten.withLock { $0 }.map {
      "The last transaction could not be written: \($0.sentence) Nothing will be saved until a write succeeds."
    }
  }

  /// Notice of lost data, reported until a user has answered the alert.
  private func notice() async -> String? {
    let query = DocumentQuery(collection: DataFailedToLoad.collection, id: DataFailedToLoad.id)
    guard let document = try? await store.load(query).documents.first,
      let notice = try? document.body.decode(as: DataFailedToLoad.self)
    else { return nil }
    return
      "\(notice.reason) The previous data is at \(notice.path). Answer the alert in the list of standups."
  }
}
