import CommandLineKit
import StandupsDependencies
import Foundation
import Glibc
import Processes

@main
struct Main {
  static func main() async {
    Signals.ignoreBrokenPipes()
    let code = await Program.run(Array(CommandLine.arguments.dropFirst()), in: .live())
    code.exitProcess()
  }
}

extension CommandContext {
  /// Context of this process, with its terminal and environment.
  static func live() -> CommandContext {
    let environment = ProcessInfo.processInfo.environment
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var window = winsize()
    let hasSize = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0
    let columns = environment["COLUMNS"].flatMap { Int($0) }
    let width = hasSize && window.ws_col > 0 ? Int(window.ws_col) : nil
    func ink(_ descriptor: Int32) -> Ink {
      Ink(
        isOn: Ink.isWanted(isTerminal: isatty(descriptor) == 1, environment: environment))
    }
    let zone = LocalZone.detect(environment)
    var calendar = Calendar.current
    if case .known(let name) = zone, let found = TimeZone(identifier: name) {
      calendar.timeZone = found
    }
    return CommandContext(
      console: Console(
        isTerminal: isTerminal, width: isTerminal ? width ?? columns ?? 80 : nil,
        ink: ink(STDOUT_FILENO), errorInk: ink(STDERR_FILENO),
        write: { try Descriptor.write($0, to: STDOUT_FILENO) },
        // Ignore errors: without standard error, they cannot be reported.
        complain: { try? Descriptor.write($0, to: STDERR_FILENO) }),
      input: Input(
        isTerminal: isatty(STDIN_FILENO) == 1, line: { readLine() },
        read: { try Descriptor.read($0, from: STDIN_FILENO) }),
      environment: environment, directory: FileManager.default.currentDirectoryPath,
      calendar: calendar, zone: zone,
      connect: { try await Connection.overBus($0) },
      openTerminal: { Ink.isDumb(environment) ? nil : try PosixTerminal() },
      interruptions: {
        let signals = Signals.stream([SIGINT, SIGTERM, SIGHUP])
        return AsyncStream { continuation in
          let reading = Task {
            for await signal in signals {
              continuation.yield(
                signal == SIGINT ? .interrupt : signal == SIGHUP ? .hangUp : .terminate)
            }
          }
          continuation.onTermination = { _ in reading.cancel() }
        }
      })
  }
}

/// Input and output of a file descriptor.
enum Descriptor {
  /// Reads the available bytes, and waits for at least one.
  ///
  /// - Returns: at most `maxBytes`; no bytes at the end of the input.
  /// - Throws: `Failure` if the input cannot be read.
  static func read(_ maxBytes: Int, from descriptor: Int32) throws -> Data {
    var data = Data(count: maxBytes)
    while true {
      let count = data.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return data.prefix(count) }
      guard errno == EINTR else {
        throw Failure(.io, code: "io", "Cannot read the input: \(Failure.reason()).")
      }
    }
  }

  /// Writes a string completely.
  ///
  /// - Throws: `Failure` if the reader has exited or the disk is full.
  static func write(_ text: String, to descriptor: Int32) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        // The reader, such as head(1), needs no more output, so this is not an error to report.
        if errno == EPIPE {
          throw Failure(
            .io, code: Failure.closedPipe, "The program that reads the output has exited.")
        }
        throw Failure(.io, code: "io", "Cannot write the output: \(Failure.reason()).")
      }
    }
  }
}
