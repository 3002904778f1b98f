import Bus
import CommandLineKit
import StandupsConfiguration
import Foundation
import ZeroMQ

/// The load tester: its verbs, and the execution of a command line.
enum LoadProgram {
  static let name = "standups-load"
  static let json = Argument.flag("--json", "-j", help: "Print JSON.")
  static let globals = [json.declaration]

  static let root: Verb<LoadContext> = Verb(
    name, summary: "Load-tests Standups and reports the results, including the limits of the test.",
    details: """
      Work is sent on a schedule that does not wait for replies, and latency is measured from the \
      scheduled time. The tester also measures itself and reports when it was too slow.

      Ctrl-C ends a run early and reports the results so far; a second Ctrl-C exits immediately.

      “timer” tests the timer service alone, “bus” tests a router, “commands” tests durable writes and \
      reads, “meetings” tests all services together, and “compare” checks a later result against an \
      earlier one.
      """,
    examples: [
      Example(
        "\(name) timer --meetings 10000 --duration 30s",
        "Start a timer service and simulate its router."),
      Example(
        "\(name) compare before.json after.json", "Check whether the second result is worse."),
    ],
    verbs: [
      TimerVerb.verb, BusVerb.verb, CommandsVerb.verb, MeetingsVerb.verb, CompareVerb.verb,
      LoadCompletion.verb, LoadHelp.verb,
    ])

  /// Runs one command line, on the calling thread.
  ///
  /// - Parameter tokens: arguments without the program's name.
  /// - Returns: exit status of the process.
  static func run(_ tokens: [String], in context: LoadContext) async -> Int32 {
    var context = context
    context.isJSON = tokens.prefix { $0 != "--" }.contains { $0 == "--json" || $0 == "-j" }
    do {
      switch try Parser(root: root, globals: globals).parse(tokens) {
      case .version: try context.console.print("\(name) \(Version.current)")
      case .help(let verb, let path):
        try context.console.write(
          HelpPage(program: name, verb: verb, path: path, globals: globals, width: 100).text)
      case .run(let verb, _, let values):
        try await verb.run?(values, context)
      }
      return context.status.withLock { $0 }
    } catch {
      let failure = LoadFailure(error)
      complain(failure, context)
      return failure.exit.rawValue
    }
  }

  private static func complain(_ failure: LoadFailure, _ context: LoadContext) {
    let output = ErrorOutput(
      error: .init(
        code: failure.code, message: failure.message, exit: Int(failure.exit.rawValue)))
    if context.isJSON, let data = try? LoadJSON.encode(output) {
      context.console.note(String(decoding: data, as: UTF8.self))
    } else {
      context.console.note("\(context.console.errorInk.red("\(name):")) \(failure.message)")
    }
  }

  /// An error as `--json` prints it, on standard error.
  private struct ErrorOutput: Encodable {
    struct Body: Encodable {
      var code: String
      var message: String
      var exit: Int
    }
    var error: Body
  }
}

/// A human-readable error message, with the exit code.
struct LoadFailure: Error, Equatable {
  var exit: ExitCode
  /// Stable name for programs.
  var code: String
  /// Sentence that states the problem and its remedy.
  var message: String

  init(_ exit: ExitCode, code: String, _ message: String) {
    self.exit = exit
    self.code = code
    self.message = message
  }

  static func usage(_ message: String) -> LoadFailure {
    LoadFailure(.usage, code: "usage", message)
  }

  /// Converts any error to an exit code and a sentence; all errors are converted here.
  init(_ error: any Error) {
    switch error {
    case let failure as LoadFailure: self = failure
    case let error as CommandLineKit.UsageError:
      self = .usage(error.sentence(program: LoadProgram.name))
    case let error as BusError:
      self.init(error.exitCode, code: error.code.rawValue, error.message)
    case let error as ConfigurationError:
      self.init(error.exitCode, code: "configuration", error.description)
    case let error as ZeroMQError:
      self.init(error.exitCode, code: error.code.rawValue, "\(error)")
    default: self.init(.software, code: "internal", "Internal error: \(error)")
    }
  }
}
