import Dispatch
import Foundation
import Glibc
import Processes
import Threads

/// The controlling terminal of this process.
///
/// Its settings are restored at the end of the view, on SIGINT, SIGTERM, SIGHUP and SIGQUIT, and,
/// until the program resumes, on SIGTSTP. Only SIGKILL prevents this.
final class PosixTerminal: Terminal {
  let inputs: AsyncStream<TerminalInput>
  private let continuation: AsyncStream<TerminalInput>.Continuation
  private let descriptor: CInt
  private let wake: CInt
  private let wakeWriter: CInt
  private let state: Locked<State>

  private struct State {
    var saved: termios
    var isRestored = false
    var helpers: [Task<Void, Never>] = []
  }

  /// Opens the terminal.
  ///
  /// - Returns: nil if no terminal can show the view.
  init?() throws {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    // Standard input may carry audio, so keys are read from the terminal itself.
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var saved = termios()
    var ends: [CInt] = [-1, -1]
    guard tcgetattr(descriptor, &saved) == 0, pipe(&ends) == 0 else {
      Glibc.close(descriptor)
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.descriptor = descriptor
    (wake, wakeWriter) = (ends[0], ends[1])
    state = Locked(State(saved: saved))
    (inputs, continuation) = AsyncStream.makeStream()
    enter()
    readKeys()
    listen()
  }

  var size: TerminalSize {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(window.ws_col), rows: max(2, Int(window.ws_row)))
  }

  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        // The terminal was closed, which also raises SIGHUP.
        return
      }
    }
  }

  func restore() {
    let helpers = state.withLock { state -> [Task<Void, Never>]? in
      guard !state.isRestored else { return nil }
      state.isRestored = true
      return state.helpers
    }
    guard let helpers else { return }
    leave()
    helpers.forEach { $0.cancel() }
    // This byte makes the reading thread exit and close its descriptors.
    var byte: UInt8 = 0
    _ = Glibc.write(wakeWriter, &byte, 1)
    continuation.finish()
  }

  /// Disables line buffering and echo. The keyboard's signals remain enabled.
  private func enter() {
    var raw = state.withLock { $0.saved }
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &raw.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    tcsetattr(descriptor, TCSADRAIN, &raw)
    write("\u{1B}[?25l")
  }

  private func leave() {
    write("\u{1B}[?25h\u{1B}[0m")
    var saved = state.withLock { $0.saved }
    tcsetattr(descriptor, TCSADRAIN, &saved)
  }

  private func readKeys() {
    let (descriptor, wake, wakeWriter) = (descriptor, wake, wakeWriter)
    let continuation = continuation
    Thread.detachNewThread {
      defer { [descriptor, wake, wakeWriter].forEach { _ = Glibc.close($0) } }
      var buffer = [UInt8](repeating: 0, count: 64)
      while true {
        var polled = [
          pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&polled, 2, -1) >= 0 || errno == EINTR else { return }
        if polled[1].revents != 0 { return }
        guard polled[0].revents != 0 else { continue }
        let count = read(descriptor, &buffer, buffer.count)
        if count <= 0 {
          if count < 0, errno == EINTR { continue }
          continuation.yield(.interrupted)
          // The input has ended; wait until the thread is stopped.
          var last = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
          while poll(&last, 1, -1) < 0, errno == EINTR {}
          return
        }
        for key in Key.keys(in: Array(buffer[..<count])) { continuation.yield(.key(key)) }
      }
    }
  }

  private func listen() {
    let ends = Signals.stream([SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    let changes = Signals.stream([SIGWINCH, SIGTSTP, SIGCONT])
    let continuation = continuation
    let helpers = [
      Task { for await _ in ends { continuation.yield(.interrupted) } },
      Task { [weak self] in
        for await signal in changes {
          if signal == SIGTSTP { self?.stop() }
          // Enter again even if another process stopped this one, or if the shell reset the
          // terminal.
          if signal == SIGCONT { self?.enterAgain() }
          continuation.yield(signal == SIGCONT ? .continued : .redraw)
        }
      },
    ]
    state.withLock { $0.helpers = helpers }
  }

  /// Handles Control-Z: restores the terminal for the shell, and stops the process. `fg` sends
  /// SIGCONT once the terminal belongs to this process again. Until then, threads that are still
  /// running must not change the terminal.
  private func stop() {
    leave()
    kill(getpid(), SIGSTOP)
  }

  private func enterAgain() {
    // A background process must leave the terminal to the shell.
    guard tcgetpgrp(descriptor) == getpgrp(), !state.withLock({ $0.isRestored }) else { return }
    enter()
  }
}
