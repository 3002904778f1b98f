import CProcess
import Foundation
import Glibc
import Threads

/// The running children, none of which outlives this process, however it ends.
///
/// A shell is notified of each start and end through a pipe. Only when the pipe breaks, because this process has ended,
/// does it kill the remaining children.
final class Children: Sendable {
  static let shared = Children()

  private let writing: Locked<Int32>

  private static let script = """
    trap '' INT TERM HUP
    left=' '
    while read -r what pid; do
      if [ "$what" = + ]; then left="$left$pid "; else left="${left%% "$pid" *} ${left#* "$pid" }"; fi
    done
    [ "$left" = ' ' ] || kill -KILL $left 2>/dev/null
    """

  private init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      writing = Locked(-1)
      return
    }
    // The children must not keep it open.
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    writing = Locked(ends[1])
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    standups_close_rest(&actions)
    var argv: [UnsafeMutablePointer<CChar>?] = []
    for text in ["/bin/sh", "-c", Self.script] { argv.append(strdup(text)) }
    argv.append(nil)
    defer { for text in argv { free(text) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var pid: pid_t = 0
    posix_spawn(&pid, "/bin/sh", &actions, nil, &argv, &environment)
    close(ends[0])
  }

  func add(_ pid: pid_t) { tell("+ \(pid)\n") }
  func remove(_ pid: pid_t) { tell("- \(pid)\n") }

  private func tell(_ line: String) {
    writing.withLock { _ = write($0, line, line.utf8.count) }
  }
}
