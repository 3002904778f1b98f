import CommandLineKit

/// The verb `standups-load completion`.
enum LoadCompletion {
  static let shell = Argument<CompletionShell>.required("SHELL", help: "bash, zsh or fish.")

  static let verb: Verb<LoadContext> = Verb(
    "completion", summary: "Print a completion script for a shell.", arguments: [shell],
    examples: [
      Example("source <(standups-load completion bash)", "For the current shell, or in ~/.bashrc."),
      Example(
        "mkdir -p ~/.zfunc && standups-load completion zsh > ~/.zfunc/_standups_load",
        "To a directory in $fpath; then run compinit."),
      Example(
        "mkdir -p ~/.config/fish/completions && standups-load completion fish"
          + " > ~/.config/fish/completions/standups-load.fish", "For every new shell."),
    ]
  ) { values, context in
    let tree = CompletionTree(LoadProgram.root, globals: LoadProgram.globals)
    try context.console.write(tree.script(for: values[shell]))
  }
}
