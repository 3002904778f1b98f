import CProcess
import Glibc

/// A program that writes to a pipe until it is terminated.
///
/// Confined to the owner of the source that it belongs to.
final class ChildProcess {
  /// The `errno` of a program that could not be started.
  struct SpawnError: Error { let number: CInt }

  /// The read end of the program's standard output.
  let output: CInt
  private let errors: CInt
  private var pid: pid_t

  /// Starts a program, looked up in PATH, with an empty standard input.
  ///
  /// - Throws: `SpawnError` if it cannot be started.
  init(_ program: String, _ arguments: [String]) throws {
    let output = try Pipe()
    let errors: Pipe
    do { errors = try Pipe() } catch {
      Self.close(output.reading, output.writing)
      throw error
    }
    defer { Self.close(output.writing, errors.writing) }
    // The program expects that a write blocks when the pipe is full.
    _ = fcntl(output.writing, F_SETFL, 0)
    do {
      pid = try Self.spawn(program, arguments, output: output.writing, errors: errors.writing)
    } catch {
      Self.close(output.reading, errors.reading)
      throw error
    }
    self.output = output.reading
    self.errors = errors.reading
  }

  deinit {
    terminate()
    Self.close(output, errors)
  }

  /// Returns the last part of the program's standard error, as one line.
  ///
  /// A program reports the reason for a failure just before it exits, so this waits up to a second
  /// for it.
  func complaint() -> String {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var item = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
    while poll(&item, 1, 1_000) > 0 {
      let count = read(errors, &buffer, buffer.count)
      guard count > 0 else { break }
      text = (text + buffer[..<count]).suffix(1_024)
    }
    return String(decoding: text, as: UTF8.self)
      .split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Sends SIGTERM, and after a second SIGKILL. Returns when the program has ended.
  func terminate() {
    guard pid > 0 else { return }
    kill(pid, SIGTERM)
    for attempt in 0... {
      let result = waitpid(pid, nil, WNOHANG)
      if result == pid || (result < 0 && errno != EINTR) { break }
      if attempt == 100 { kill(pid, SIGKILL) }
      usleep(10_000)
    }
    pid = 0
  }

  private static func close(_ descriptors: CInt...) {
    for descriptor in descriptors { _ = Glibc.close(descriptor) }
  }

  private static func spawn(
    _ program: String, _ arguments: [String], output: CInt, errors: CInt
  ) throws -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&files, output, 1)
    posix_spawn_file_actions_adddup2(&files, errors, 2)
    standups_close_rest(&files)

    // The child would ignore SIGTERM if it inherited the signal mask and the handlers of the
    // service.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    let words = ([program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    let error = posix_spawnp(&pid, program, &files, &attributes, words + [nil], environ)
    guard error == 0 else { throw SpawnError(number: error) }
    return pid
  }
}
