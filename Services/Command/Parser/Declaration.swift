/// One argument of a command as it is declared: what the parser, the help and the completions know of it.
struct Declaration: Sendable {
  enum Kind: Hashable, Sendable {
    /// Stands alone, such as `--yes`.
    case flag
    /// Takes a value, such as `--duration 5m` or `--duration=5m`.
    case option
    /// Takes a value, but only after `=`, such as `--microphone=hw:1`.
    case optionWithOptionalValue
    /// Named by its place.
    case positional
  }

  var kind: Kind
  /// `--yes` with its other spellings such as `-y`; for a positional the placeholder.
  var names: [String]
  var placeholder: String
  var help: String
  var isRequired = false
  var isRepeating = false
  var completion = Completion.nothing
  /// Reads what was given, to find faults before anything is done.
  var check: @Sendable ([Occurrence]) throws -> Void = { _ in }

  /// The name that stands for it in messages.
  var name: String { names[0] }

  /// As it stands in a list of options: `-d, --duration TIME`.
  var spelling: String {
    let short = names.filter { !$0.hasPrefix("--") }
    let long = names.filter { $0.hasPrefix("--") }
    let joined = (short + long).joined(separator: ", ")
    switch kind {
    case .flag: return joined
    case .option: return "\(joined) \(placeholder)"
    case .optionWithOptionalValue: return "\(joined)[=\(placeholder)]"
    case .positional: return placeholder
    }
  }

  /// As it stands in a usage line.
  var usage: String {
    let text = kind == .positional && isRepeating ? "\(placeholder)…" : placeholder
    return isRequired ? text : "[\(text)]"
  }
}

/// One time that an argument was given.
struct Occurrence: Hashable, Sendable {
  /// As it was written, such as `-y`.
  var spelling: String
  var value: String?
}
