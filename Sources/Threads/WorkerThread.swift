import CThreads
import Glibc

/// Detached threads of this package.
package enum WorkerThread {
  /// Runs `body` on a new thread; returns false if the process cannot create one.
  package static func start(name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let argument = Unmanaged.passRetained(Start(name: name, body: body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    guard failure == 0 else {
      argument.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      // The main thread handles signals, so this thread blocks all of them except those that report
      // an error of the thread itself.
      var blocked = sigset_t()
      sigfillset(&blocked)
      for own in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS] {
        sigdelset(&blocked, own)
      }
      pthread_sigmask(SIG_BLOCK, &blocked, nil)
      cthreads_name_thread(name)
      body()
    }
  }
}
