/// A line to try, and what it does.
package struct Example: Sendable {
  package var line: String
  package var meaning: String
  package init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// A command of the command line: what it is called, what it takes, and what it does.
///
/// `Context` is what it works with: the program decides.
package struct Verb<Context>: Sendable {
  package typealias Run = @Sendable (Values, Context) async throws -> Void

  package var name: String
  /// One line.
  package var summary: String
  /// More, in paragraphs; empty where the summary says it all.
  package var details: String
  package var arguments: [any DeclaredArgument]
  package var examples: [Example]
  /// What `--json` prints, for whoever reads it with a program.
  package var json: String?
  package var verbs: [Verb<Context>]
  /// The commands as a help page shows them; empty where they are too few to need it.
  package var groups: [VerbGroup<Context>] = []
  package var isHidden: Bool
  /// Nil where only its subcommands do something.
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

  /// A program whose commands are shown in groups.
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

  /// This command and all below it that are shown, with the words that lead to each.
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

/// Commands that belong together on a help page.
package struct VerbGroup<Context>: Sendable {
  package var title: String
  package var verbs: [Verb<Context>]
  package init(_ title: String, _ verbs: [Verb<Context>]) {
    self.title = title
    self.verbs = verbs
  }
}
