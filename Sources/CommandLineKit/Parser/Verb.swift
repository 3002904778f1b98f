/// An example command line with its explanation.
package struct Example: Sendable {
  package var line: String
  package var meaning: String
  package init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// A command of the command line: its name, arguments, help and implementation.
///
/// `Context` is the type that the program passes to its commands.
package struct Verb<Context>: Sendable {
  package typealias Run = @Sendable (Values, Context) async throws -> Void

  package var name: String
  /// Summary for lists of commands: one line.
  package var summary: String
  /// Detailed description in paragraphs; empty if the summary is sufficient.
  package var details: String
  package var arguments: [any DeclaredArgument]
  package var examples: [Example]
  /// The output of `--json`, described for users who process it.
  package var json: String?
  package var verbs: [Verb<Context>]
  /// The subcommands grouped for the help page; empty if there are too few to group.
  package var groups: [VerbGroup<Context>] = []
  package var isHidden: Bool
  /// The implementation; nil for a command that only has subcommands.
  package var run: Run?

  package init(
    _ name: String, summary: String, details: String = "",
    arguments: [any DeclaredArgument] = [], examples: [Example] = [], json: String? = nil,
    verbs: [Verb<Context>] = [], isHidden: Bool = false, run: Run? = nil
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

  /// Creates a program whose commands are shown in groups.
  ///
  /// - Parameter hidden: commands that no help page shows.
  package init(
    _ name: String, summary: String, details: String = "", examples: [Example] = [],
    groups: [VerbGroup<Context>], hidden: [Verb<Context>] = []
  ) {
    self.init(
      name, summary: summary, details: details, examples: examples,
      verbs: groups.flatMap(\.verbs) + hidden)
    self.groups = groups
  }

  /// This command and all of its visible descendants, each with its path.
  package func tree(_ path: [String] = []) -> [(verb: Verb<Context>, path: [String])] {
    [(self, path)] + visibleVerbs.flatMap { $0.tree(path + [$0.name]) }
  }

  package var options: [Declaration] {
    arguments.map(\.declaration).filter { $0.kind != .positional }
  }
  package var positionals: [Declaration] {
    arguments.map(\.declaration).filter { $0.kind == .positional }
  }
  package var visibleVerbs: [Verb<Context>] { verbs.filter { !$0.isHidden } }
}

/// A titled group of commands on a help page.
package struct VerbGroup<Context>: Sendable {
  package var title: String
  package var verbs: [Verb<Context>]
  package init(_ title: String, _ verbs: [Verb<Context>]) {
    self.title = title
    self.verbs = verbs
  }
}
