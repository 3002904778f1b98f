/// A command of the command line: what it is called, what it takes, and what it does.
struct Verb: Sendable {
  typealias Run = @Sendable (Values, CommandContext) async throws -> Void

  var name: String
  /// One line.
  var summary: String
  /// More, in paragraphs; empty where the summary says it all.
  var details: String
  var arguments: [any DeclaredArgument]
  var examples: [Example]
  /// What `--json` prints, for whoever reads it with a program.
  var json: String?
  var verbs: [Verb]
  var isHidden: Bool
  /// Nil where only its subcommands do something.
  var run: Run?

  init(
    _ name: String, summary: String, details: String = "",
    arguments: [any DeclaredArgument] = [], examples: [Example] = [], json: String? = nil,
    verbs: [Verb] = [], isHidden: Bool = false, run: Run? = nil
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.arguments = arguments
    self.examples = examples
    self.json = json
    self.verbs = verbs
    self.isHidden = isHidden
    self.run = run
  }

  struct Example: Sendable {
    var line: String
    var meaning: String
    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  var options: [Declaration] {
    arguments.map(\.declaration).filter { $0.kind != .positional }
  }
  var positionals: [Declaration] {
    arguments.map(\.declaration).filter { $0.kind == .positional }
  }
  var visibleVerbs: [Verb] { verbs.filter { !$0.isHidden } }
}
