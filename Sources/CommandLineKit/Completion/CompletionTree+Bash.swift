extension CompletionTree {
  /// For bash 3.2 and newer; it needs nothing but bash.
  package var bash: String {
    """
    # Completion of \(program) for bash. Written by “\(program) completion bash”.

    _\(word)_quoted() {  # WORD: REPLY is what stands for it here, so that the shell runs nothing of it
      local char index quote=${cur:0:1}
      if [[ $quote != [\\"\\'] ]]; then printf -v REPLY %q "$1"; return; fi
      REPLY=
      for ((index = 0; index < ${#1}; index++)); do
        char=${1:index:1}
        case $quote$char in
          \\"[\\"\\\\\\$\\`]) REPLY+=\\\\$char ;;
          \\"!) REPLY+="\\"'!'\\"" ;;
          \\'\\') REPLY+="'\\\\''" ;;
          *) REPLY+=$char ;;
        esac
      done
    }

    _\(word)_words() {  # WORD...: those that begin with what was typed
      local word REPLY plain=${cur#[\\"\\']}
      for word in "$@"; do
        [[ $word == "$plain"* ]] || continue
        _\(word)_quoted "$word"
        COMPREPLY+=("$REPLY")
      done
    }

    _\(word)_asked() {  # WHAT: what the program knows of it
      local line lines=()
      while IFS= read -r line; do lines+=("$line"); done < <(\(program) complete "$@" 2>/dev/null)
      _\(word)_words "${lines[@]}"
    }

    _\(word)_files() {
      local file
      compopt -o filenames 2>/dev/null
      while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$cur")
    }

    _\(word)_next() {  # PATH WORD: the path of a command below this one
      case $1/$2 in
    \(nodes.filter { !$0.path.isEmpty }.map { "    \(pattern($0.path))) REPLY=\($0.path) ;;" }.joined(separator: "\n"))
        *) return 1 ;;
      esac
    }

    _\(word)_takes() {  # PATH OPTION: whether the option's value is the next word
      case $1:$2 in
    \(nodes.compactMap(valuedCase).joined(separator: "\n"))
        *) return 1 ;;
      esac
    }

    _\(word)_value() {  # PATH OPTION: what may stand as the option's value
      case $1:$2 in
    \(nodes.flatMap { node in node.options.filter { $0.kind != .flag }.map { option in
      "    \(option.names.map { "\(node.path):\($0)" }.joined(separator: "|"))) \(bashOffer(option.completion)) ;;" } }.joined(separator: "\n"))
      esac
    }

    _\(word)_place() {  # PATH NUMBER: what may stand in that place
      case $1:$2 in
    \(nodes.flatMap(bashPlaces).joined(separator: "\n"))
      esac
    }

    _\(word)_offer() {  # PATH: commands, or options
      case $1 in
    \(nodes.map { node in
      "    \(node.path.isEmpty ? "''" : node.path)) options='\(node.options.flatMap(\.names).filter { $0.hasPrefix("--") }.joined(separator: " "))' verbs='\(node.verbs.map(\.name).joined(separator: " "))' ;;"
    }.joined(separator: "\n"))
      esac
    }

    _\(word)() {
      local cur=${COMP_WORDS[COMP_CWORD]} path= place=0 index word REPLY options verbs rest=
      COMPREPLY=()
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ -n $rest ]]; then place=$((place + 1))
        elif [[ $word == -- ]]; then rest=yes
        elif [[ $word == -* && ${COMP_WORDS[index + 1]} == = ]]; then index=$((index + 2))
        elif [[ $word == -* ]]; then
          if _\(word)_takes "$path" "$word"; then
            index=$((index + 1))
            if ((index == COMP_CWORD)); then _\(word)_value "$path" "$word"; return; fi
          fi
        elif _\(word)_next "$path" "$word"; then path=$REPLY
        else place=$((place + 1)); fi
      done
      # “--option=value” comes as three words.
      if ((COMP_CWORD >= 2)) && [[ $cur == = ]]; then cur=; _\(word)_value "$path" "${COMP_WORDS[COMP_CWORD - 1]}"; return; fi
      if ((COMP_CWORD >= 3)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
        _\(word)_value "$path" "${COMP_WORDS[COMP_CWORD - 2]}"; return
      fi
      _\(word)_offer "$path"
      if [[ -z $rest && $cur == -* ]]; then _\(word)_words $options; return; fi
      if [[ -n $verbs ]]; then _\(word)_words $verbs; return; fi
      _\(word)_place "$path" "$place"
    }

    complete -F _\(word) \(program)

    """
  }

  /// The pattern of `PATH/WORD` for a command: the program's own path is empty.
  private func pattern(_ path: String) -> String { path.contains("/") ? path : "/\(path)" }

  private func valuedCase(_ node: Node) -> String? {
    let names = node.options.filter { $0.kind == .option }.flatMap(\.names)
    guard !names.isEmpty else { return nil }
    return "    \(names.map { "\(node.path):\($0)" }.joined(separator: "|"))) return 0 ;;"
  }

  private func bashPlaces(_ node: Node) -> [String] {
    node.positionals.indices.map { index in
      let repeats = node.positionals[index].isRepeating
      let offers = node.positionals.candidates(at: index).map { bashOffer($0.completion) }
      return
        "    \(node.path):\(repeats ? "*" : String(index))) \(offers.joined(separator: "; ")) ;;"
    }
  }

  private func bashOffer(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ":"
    case .words(let words): "_\(word)_words \(words.map(Shell.quote).joined(separator: " "))"
    case .file: "_\(word)_files"
    case .standups: "_\(word)_asked"
    case .contexts: "_\(word)_asked contexts"
    case .methods: "_\(word)_asked methods"
    }
  }
}
