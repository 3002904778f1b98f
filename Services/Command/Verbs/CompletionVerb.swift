import CommandLineKit

/// The `standups completion` command.
enum CompletionVerb {
  static let shell = Argument<CompletionShell>.required("SHELL", help: "Shell: bash, zsh or fish.")

  static let verb: Verb = Verb(
    "completion", summary: "Print a completion script for a shell.",
    arguments: [shell],
    examples: [
      .init(
        "source <(standups completion bash)",
        "For the current shell; add it to ~/.bashrc for every shell."),
      .init(
        "mkdir -p ~/.zfunc && standups completion zsh > ~/.zfunc/_standups",
        "Needs ~/.zfunc in $fpath; then run compinit."),
      .init(
        "mkdir -p ~/.config/fish/completions && standups completion fish"
          + " > ~/.config/fish/completions/standups.fish", "For every new shell."),
    ]
  ) { values, context in
    let tree = CompletionTree(Program.root, globals: Globals.declarations)
    try context.console.write(tree.script(for: values[shell]))
  }

  static let what = Argument<String?>.optional(
    "WHAT", help: "Candidates to print: “contexts” or “methods”. Default: titles of standups.")

  /// Prints candidates for completion scripts, one per line: the titles of the standups, the names
  /// of the contexts, or the names of the bus commands. Prints nothing if an error occurs.
  static let candidates: Verb = Verb(
    "complete", summary: "Print candidates for shell completion.", arguments: [what],
    isHidden: true
  ) { values, context in
    let what = try values[what]
    if what == "contexts" {
      // Ignore errors, because a message would disturb the command line that the user is editing.
      let names = (try? Contexts.read(context))?.contexts.keys.sorted() ?? []
      return try context.console.print(names)
    }
    var context = context
    context.globals.timeoutMs = 1_000
    do {
      if what == "methods" {
        let names = try await context.connected { try await CallTarget.all($0) }
        return try context.console.print(names.filter { DisplayText.safe($0) == $0 })
      }
      let all = try await context.connected { try await Finder(connection: $0).standups() }
      try context.console.print(
        all.map(\.standup.title).filter { !$0.isEmpty && DisplayText.safe($0) == $0 })
    } catch {
      // Ignored for the same reason.
    }
  }
}
