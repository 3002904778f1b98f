/// The shells that a completion script can be written for.
package enum CompletionShell: String, CaseIterable, ArgumentValue {
  case bash, zsh, fish
  package static var placeholder: String { "SHELL" }
}

extension CompletionTree {
  /// The script that a shell reads.
  package func script(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }
}
