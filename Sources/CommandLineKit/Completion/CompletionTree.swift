/// The candidates that shells offer, collected from the declarations of all commands.
package struct CompletionTree: Sendable {
  /// A command and its candidates.
  struct Node: Sendable {
    /// The words that select the command, separated by `/`; empty for the program itself.
    var path: String
    var verbs: [(name: String, summary: String)]
    var options: [Declaration]
    var positionals: [Declaration]
  }

  /// The name under which users run the program.
  let program: String
  let nodes: [Node]

  package init<Context>(_ root: Verb<Context>, globals: [Declaration]) {
    program = root.name
    var nodes: [Node] = []
    func add(_ verb: Verb<Context>, _ path: [String]) {
      let help = Declaration(
        kind: .flag, names: ["--help", "-h"], placeholder: "", help: "Show this help.")
      let version = Declaration(
        kind: .flag, names: ["--version"], placeholder: "", help: "Show the version.")
      nodes.append(
        Node(
          path: path.joined(separator: "/"),
          verbs: verb.visibleVerbs.map { ($0.name, $0.summary) },
          options: verb.options + globals + [help] + (path.isEmpty ? [version] : []),
          positionals: verb.name == "help" && path == ["help"]
            ? Self.verbNames(root) : verb.positionals
        ))
      for next in verb.visibleVerbs { add(next, path + [next.name]) }
    }
    add(root, [])
    self.nodes = nodes
  }

  /// The program's name as it is used in the names of shell functions: underscores replace hyphens.
  var word: String { program.replacing("-", with: "_") }

  /// Returns the argument of `help`: the name of a command.
  private static func verbNames<Context>(_ root: Verb<Context>) -> [Declaration] {
    [
      Declaration(
        kind: .positional, names: ["COMMAND"], placeholder: "COMMAND", help: "Command to show.",
        isRepeating: true, completion: .words(root.visibleVerbs.map(\.name)))
    ]
  }
}
