import CProcess
import Glibc

/// A program that was started and dies with the thread that started it (prctl(2), PR_SET_PDEATHSIG).
///
/// It has a process group of its own, nothing on standard input, and nothing of this process's open.
public struct SpawnedProgram: Sendable {
  /// Its process id, until it has been waited for.
  public let pid: Int32
  /// The end of a pipe at which its standard output and error are read. Whoever started it closes it.
  public let output: Int32

  /// Starts a program. Returns when it runs.
  ///
  /// - Parameters:
  ///   - path: of the program.
  ///   - arguments: without its name.
  ///   - environment: all that the program gets.
  public init(
    _ path: String, arguments: [String] = [], environment: [String: String]
  ) throws(SpawnError) {
    let arguments = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in arguments + variables { free(word) } }
    var output: Int32 = -1
    var pid: pid_t = 0
    let number = standups_spawn(path, arguments, variables, &output, &pid)
    guard number == 0 else { throw SpawnError(path: path, number: number) }
    self.pid = pid
    self.output = output
  }

  /// Reads lines until the end; blocks. A line without an end is cut at 64 KiB.
  ///
  /// - Parameter descriptor: stays the caller's.
  public static func readLines(_ descriptor: Int32, _ line: (String) -> Void) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      pending += buffer[..<count]
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        line(String(decoding: pending[..<end], as: UTF8.self))
        pending.removeSubrange(...end)
      }
      if pending.count > 65_536 {
        line(String(decoding: pending, as: UTF8.self))
        pending = []
      }
    }
    if !pending.isEmpty { line(String(decoding: pending, as: UTF8.self)) }
  }
}

/// A program could not be started.
public struct SpawnError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program that was to be started, as it was given.
  public var path: String
  /// The errno of what failed.
  public var number: Int32

  /// Such as `/bin/nothing cannot be started: No such file or directory`, without a full stop.
  public var description: String {
    "\(path) cannot be started: \(String(cString: strerror(number)))"
  }
}
