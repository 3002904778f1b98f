import CommandLineKit
import Lifecycle
import Threads

/// Hears that another process has taken the store over, and tells whoever listens.
final class Fencing: Sendable {
  private let state = Locked<(hasHappened: Bool, action: (@Sendable () -> Void)?)>((false, nil))

  var hasHappened: Bool { state.withLock { $0.hasHappened } }

  func happened() {
    let action = state.withLock { state in
      state.hasHappened = true
      return state.action
    }
    action?()
  }

  /// Calls back when it happens, or now if it has.
  func listen(_ action: @escaping @Sendable () -> Void) {
    let hasHappened = state.withLock { state in
      state.action = action
      return state.hasHappened
    }
    if hasHappened { action() }
  }
}

/// A service that ends once its store is another's: what it remembers is out of date, and nothing that it writes
/// would be taken.
struct UnfencedService: RunnableService {
  private let service: any RunnableService
  private let fencing: Fencing

  init(_ service: any RunnableService, _ fencing: Fencing) {
    self.service = service
    self.fencing = fencing
  }

  func run() async throws {
    fencing.listen { [service] in Task { await service.beginGracefulShutdown() } }
    try await service.run()
    if fencing.hasHappened { throw Fenced() }
  }

  func beginGracefulShutdown() async { await service.beginGracefulShutdown() }
}

/// The end of a service whose store is another's. Its supervisor may start it anew: then it stands by until the
/// other one is gone.
struct Fenced: ExitCoded, Hashable, Sendable, CustomStringConvertible {
  var exitCode: ExitCode { .temporary }

  var description: String {
    "Another persistence service has taken over the database; this one exits, as only one may use it."
  }
}
