import CommandLineKit
import StandupsLifecycle
import Threads

/// Records that another process has taken over the store, and notifies a listener.
final class Fencing: Sendable {
  private let state = Locked<(hasHappened: Bool, action: (@Sendable () -> Void)?)>((false, nil))

  var hasHappened: Bool { state.withLock { $0.hasHappened } }

  func signal() {
    let action = state.withLock { state in
      state.hasHappened = true
      return state.action
    }
    action?()
  }

  /// Sets the listener, and calls it immediately if the takeover has already happened.
  func onTakeover(_ action: @escaping @Sendable () -> Void) {
    let hasHappened = state.withLock { state in
      state.action = action
      return state.hasHappened
    }
    if hasHappened { action() }
  }
}

/// Service that ends when another process takes over its store, because its state is then outdated
/// and the database would reject its writes.
struct FenceableService: RunnableService {
  private let service: any RunnableService
  private let fencing: Fencing

  init(_ service: any RunnableService, _ fencing: Fencing) {
    self.service = service
    self.fencing = fencing
  }

  func run() async throws {
    fencing.onTakeover { [service] in Task { await service.beginGracefulShutdown() } }
    try await service.run()
    if fencing.hasHappened { throw Fenced() }
  }

  func beginGracefulShutdown() async { await service.beginGracefulShutdown() }
}

/// Error with which a service exits if another process has taken over its store. If the supervisor
/// then restarts the service, it waits as a standby.
struct Fenced: ExitCoded, Hashable, Sendable, CustomStringConvertible {
  var exitCode: ExitCode { .temporary }

  var description: String {
    "Another persistence service has taken over the database; this one is exiting, as only one may use it."
  }
}
