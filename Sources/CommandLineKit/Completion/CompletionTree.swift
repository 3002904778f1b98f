/// What shells offer, gathered from the declarations of all commands.
package struct CompletionTree: Sendable {
  /// One command, reached by its path.
  struct Node: Sendable {
    /// The words that lead to it, with `/` between them; empty for the program itself.
    var path: String
    var verbs: [(name: String, summary: String)]
    var options: [Declaration]
    var positionals: [Declaration]
  }

  /// What is typed to run the program.
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

  /// The program's name in those of a shell's functions.
  var word: String { program.replacing("-", with: "_") }

  /// `help` takes the names of commands.
  private static func verbNames<Context>(_ root: Verb<Context>) -> [Declaration] {
    [
      Declaration(
        kind: .positional, names: ["COMMAND"], placeholder: "COMMAND", help: "Command to show.",
        isRepeating: true, completion: .words(root.visibleVerbs.map(\.name)))
    ]
  }
}
