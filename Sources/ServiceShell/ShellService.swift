public import Bus

/// A service whose logic runs in a shell, which also handles its start, its shutdown and its
/// connection.
public protocol ShellService: Service {
  /// The logic of the service.
  associatedtype Logic: ServiceLogic
  /// The shell that runs the logic.
  var shell: ServiceShell<Logic> { get }
}

extension ShellService {
  /// Loads the saved state.
  public func start() async throws { try await shell.start() }
  /// Finishes the work in progress.
  public func drain() async { await shell.drain() }
  /// Loads the saved state again.
  public func journalChanged() async { await shell.journalChanged() }
  /// Checks that no other run has begun a writer epoch in the meantime.
  public func returned() async { await shell.confirmTerm() }
  /// Checks that no other run has begun a writer epoch in the meantime.
  public func routerChanged() async { await shell.confirmTerm() }
  /// Waits for the thread that does the work, so that heartbeats stop if it hangs.
  public func pulse() async { _ = await shell.isReady }
  /// The reason why commands are not answered, such as a saved state that is not loaded yet.
  public var obstacle: String? { get async { await shell.obstacle } }
  /// Problems that need a person's attention.
  public func problems() async -> [String] { await shell.problems }
}
