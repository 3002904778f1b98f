extension CompletionTree {
  /// For zsh's completion system; as a file in `$fpath` called as the function is, or sourced.
  package var zsh: String {
    """
    #compdef \(program)
    # Completion of \(program) for zsh. Written by “\(program) completion zsh”.

    _\(word)_asked() {
      local -a found
      found=("${(@f)$(\(program) complete $1 2>/dev/null)}")
      found=(${found:#})
      (( $#found )) && compadd -a found
    }

    _\(word)_titles() { _\(word)_asked }
    _\(word)_contexts() { _\(word)_asked contexts }
    _\(word)_methods() { _\(word)_asked methods }

    \(nodes.map(function).joined(separator: "\n\n"))

    if [ "$funcstack[1]" = "_\(word)" ]; then _\(word) "$@"; else compdef _\(word) \(program); fi

    """
  }

  private func name(_ path: String) -> String {
    path.isEmpty
      ? "_\(word)" : "_\(word)__" + path.replacing("/", with: "__").replacing("-", with: "_")
  }

  private func function(_ node: Node) -> String {
    var lines = node.options.flatMap(optionSpecs)
    if node.verbs.isEmpty {
      lines += node.positionals.enumerated().map { index, declaration in
        let place = declaration.isRepeating ? "*" : String(index + 1)
        let optional = declaration.isRequired || declaration.isRepeating ? ":" : "::"
        return quote(
          "\(place)\(optional)\(escape(declaration.placeholder)):\(action(node.positionals, index))"
        )
      }
      return """
        \(name(node.path))() {
          _arguments -s -S \\
            \(lines.joined(separator: " \\\n    "))
        }
        """
    }
    lines += ["'1:command:->command'", "'*::argument:->argument'"]
    let described = node.verbs.map { quote("\(escape($0.name)):\($0.summary)") }
    let cases = node.verbs.map { verb in
      let path = node.path.isEmpty ? verb.name : node.path + "/" + verb.name
      return "        \(verb.name)) \(name(path)) ;;"
    }
    return """
      \(name(node.path))() {
        local context state state_descr line
        typeset -A opt_args
        _arguments -C -s -S \\
          \(lines.joined(separator: " \\\n    "))
        case $state in
          command)
            local -a commands
            commands=(
              \(described.joined(separator: "\n        "))
            )
            _describe command commands ;;
          argument)
            case $line[1] in
      \(cases.joined(separator: "\n"))
            esac ;;
        esac
      }
      """
  }

  /// One specification for each spelling of an option.
  private func optionSpecs(_ option: Declaration) -> [String] {
    option.names.map { name in
      let text = "[\(escape(option.help))]"
      let again = option.isRepeating ? "*" : ""
      let value = ":\(escape(option.placeholder)):\(action(option.completion))"
      switch option.kind {
      case .flag, .positional: return quote("\(again)\(name)\(text)")
      case .option:
        return quote("\(again)\(name)\(name.hasPrefix("--") ? "=" : "+")\(text)\(value)")
      case .optionWithOptionalValue: return quote("\(again)\(name)=-\(text):\(value)")
      }
    }
  }

  /// Where several may stand, what each of them offers.
  private func action(_ positionals: [Declaration], _ place: Int) -> String {
    let found = positionals.candidates(at: place).map(\.completion).filter { $0 != .nothing }
    guard found.count > 1 else { return action(positionals[place].completion) }
    let calls = found.map { completion in
      if case .words(let words) = completion { return "compadd -- \(words.joined(separator: " "))" }
      return action(completion)
    }
    return "{ \(calls.joined(separator: "; ")) }"
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .nothing: " "
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .standups: "_\(word)_titles"
    case .contexts: "_\(word)_contexts"
    case .methods: "_\(word)_methods"
    }
  }

  private func escape(_ text: String) -> String {
    text.reduce(into: "") { $0 += "[]:\\".contains($1) ? "\\\($1)" : String($1) }
  }

  private func quote(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
