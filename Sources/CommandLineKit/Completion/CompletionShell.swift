/// Shells for which the program can generate a completion script.
package enum CompletionShell: String, CaseIterable, ArgumentValue {
  case bash, zsh, fish
  package static var placeholder: String { "SHELL" }
}

extension CompletionTree {
  /// Returns the completion script for a shell.
  package func script(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }
}
