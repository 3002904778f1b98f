import CommandLineKit
import StandupsConfiguration
import Foundation

/// The program: its own commands, those of the features, and the execution of a command line.
enum Program {
  static let root: Verb = Verb(
    "standups", summary: "Run daily standup meetings with a timer and transcripts.",
    details: "Start the services with “standups up”, then add a standup and start its meeting.",
    examples: [
      .init("standups up", "Starts all services; Ctrl-C stops them."),
      .init("standups add Daily --duration 15m --attendee Ann --attendee Bob", "Adds a standup."),
      .init("standups start Daily --microphone", "Starts a meeting with a transcript."),
      .init("standups meetings show Daily", "Shows the transcript of the last meeting."),
    ],
    groups: [
      .init("Standups", Features.commands(in: .standups)),
      .init("Meetings", Features.commands(in: .meetings)),
      .init("People and teams", Features.commands(in: .people)),
      .init("Focus and browser", Features.commands(in: .focusAndBrowser) + [OpenVerb.verb]),
      .init("Data", Features.commands(in: .data) + [ForgetVerb.verb]),
      .init(
        "Events and integrations",
        Features.commands(in: .events) + Features.commands(in: .integrations)),
      .init(
        "Services and diagnostics",
        [UpVerb.verb] + Features.commands(in: .services) + [KeysVerb.verb, ContextVerb.verb]),
      .init(
        "This program",
        [HelpVerb.verb, CompletionVerb.verb] + Features.commands(in: .program)),
    ],
    hidden: [CompletionVerb.candidates])

  /// Runs a command line.
  ///
  /// - Parameter tokens: the arguments, without the program's name.
  static func run(_ tokens: [String], in context: CommandContext) async -> ExitCode {
    var context = context
    do {
      let parser = Parser(root: root, globals: Globals.declarations)
      // With `--json`, errors in the command line are printed as JSON, too.
      context.globals.isJSON = tokens.prefix { $0 != "--" }.contains("--json")
      switch try parser.parse(tokens) {
      case .version:
        try context.console.print("standups \(Version.current)")
      case .help(let verb, let path):
        try context.console.write(
          HelpPage(
            verb: verb, path: path, globals: Globals.declarations, width: context.helpWidth
          ).text)
      case .run(let verb, _, let values):
        context.globals = try Globals(values)
        let (tracing, complaint) = Tracing.read(context.globals, context.environment)
        context.tracing = tracing
        if let complaint { context.console.note("standups: \(complaint)") }
        if try values[Globals.noColor] {
          context.console.ink.isOn = false
          context.console.errorInk.isOn = false
        }
        do {
          try await verb.run?(values, context)
        } catch {
          await TraceReport.after(error, context)
          throw error
        }
        await TraceReport.after(nil, context)
      }
      return .ok
    } catch {
      let failure = Failure(error)
      if failure.code != Failure.closedPipe { complain(failure, context) }
      return failure.exit
    }
  }

  private static func complain(_ failure: Failure, _ context: CommandContext) {
    let correlation = failure.isTraceable ? context.sent.last.last?.uuidString.lowercased() : nil
    guard context.globals.isJSON else {
      let word = context.console.errorInk.red("standups:")
      context.console.note("\(word) \(DisplayText.safe(failure.message))")
      if let correlation, !context.globals.isTraced, failure.isObscure {
        context.console.note("“standups trace \(correlation.prefix(8))” shows what happened.")
      }
      return
    }
    let error = ErrorOutput(
      error: .init(
        code: failure.code, message: failure.message, exit: Int(failure.exit.rawValue),
        correlation: correlation))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if let data = try? encoder.encode(error) {
      context.console.note(String(decoding: data, as: UTF8.self))
    }
  }
}

/// The form of an error with `--json`, on standard error.
struct ErrorOutput: Codable {
  struct Body: Codable {
    var code: String
    var message: String
    var exit: Int
    /// Correlation id of the failed command, for “standups trace”; nil if no command was sent.
    var correlation: String?
  }
  var error: Body
}
