extension CompletionTree {
  /// For fish 3 and newer.
  package var fish: String {
    """
    # Completion of \(program) for fish. Written by “\(program) completion fish”.

    function __\(word)_path --description 'The command that is typed so far'
        set -l path
        set -l skip no
        for word in (commandline -opc)[2..-1]
            if test $skip = yes
                set skip no
                continue
            end
            switch "$path:$word"
    \(fishOptions)
                case '*:-*'
                    continue
    \(nodes.filter { !$0.path.isEmpty }.map { "            case \(fishPattern($0.path))\n                set path \($0.path)" }.joined(separator: "\n"))
            end
        end
        echo -n "$path"
    end

    function __\(word)_at --description 'Whether that command is typed so far'
        set -l path (__\(word)_path)
        test "$path" = "$argv[1]"
    end

    complete -c \(program) -f
    \(nodes.map(lines).joined(separator: "\n"))

    """
  }

  /// Options whose value is the next word: it is no command.
  private var fishOptions: String {
    nodes.compactMap { node in
      let names = node.options.filter { $0.kind == .option }.flatMap(\.names)
      guard !names.isEmpty else { return nil }
      let patterns = names.map { "'\(node.path):\($0)'" }.joined(separator: " ")
      return "            case \(patterns)\n                set skip yes"
    }.joined(separator: "\n")
  }

  private func fishPattern(_ path: String) -> String {
    var words = path.split(separator: "/")
    let last = words.removeLast()
    return "'\(words.joined(separator: "/")):\(last)'"
  }

  private func lines(_ node: Node) -> String {
    let start = "complete -c \(program) -n '__\(word)_at \(node.path.isEmpty ? "\"\"" : node.path)'"
    var lines = node.verbs.map { "\(start) -a \($0.name) -d \(quote($0.summary))" }
    for declaration in node.positionals {
      switch declaration.completion {
      case .nothing: break
      case .words(let words): lines.append("\(start) -a \(quote(words.joined(separator: " ")))")
      case .file: lines.append("\(start) -F")
      case .standups: lines.append("\(start) -a '(\(program) complete 2>/dev/null)'")
      case .contexts: lines.append("\(start) -a '(\(program) complete contexts 2>/dev/null)'")
      case .methods: lines.append("\(start) -a '(\(program) complete methods 2>/dev/null)'")
      }
    }
    for option in node.options {
      let names = option.names.map {
        $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())"
      }
      var line = "\(start) \(names.joined(separator: " ")) -d \(quote(option.help))"
      if option.kind == .option {
        line += " -r"
        switch option.completion {
        case .nothing: line += " -f"
        case .words(let words): line += " -f -a \(quote(words.joined(separator: " ")))"
        case .file: line += " -F"
        case .standups: line += " -f -a '(\(program) complete 2>/dev/null)'"
        case .contexts: line += " -f -a '(\(program) complete contexts 2>/dev/null)'"
        case .methods: line += " -f -a '(\(program) complete methods 2>/dev/null)'"
        }
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  private func quote(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
