import CProcess
import Glibc

/// A child process that dies with the thread that started it (prctl(2), PR_SET_PDEATHSIG).
///
/// It has its own process group, an empty standard input, and none of this process's descriptors.
public struct SpawnedProgram: Sendable {
  /// Process id; valid until the process has been waited for.
  public let pid: Int32
  /// Read end of a pipe that carries its standard output and standard error. The caller closes it.
  public let output: Int32

  /// Starts a program, and returns as soon as it is running.
  ///
  /// - Parameters:
  ///   - path: path of the program.
  ///   - arguments: arguments without the program's name.
  ///   - environment: the program's whole environment.
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

  /// Reads lines until the end of file; blocks. Lines are truncated to 64 KiB.
  ///
  /// - Parameter descriptor: not closed here; the caller closes it.
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

/// The error of a program that could not be started.
public struct SpawnError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Path of the program, as the caller gave it.
  public var path: String
  /// `errno` of the failed call.
  public var number: Int32

  /// A message such as `/bin/nothing cannot be started: No such file or directory`, without a full
  /// stop.
  public var description: String {
    "\(path) cannot be started: \(String(cString: strerror(number)))"
  }
}
