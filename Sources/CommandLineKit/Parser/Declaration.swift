/// One argument of a command as it is declared: what the parser, the help and the completions know of it.
package struct Declaration: Sendable {
  package enum Kind: Hashable, Sendable {
    /// Stands alone, such as `--yes`.
    case flag
    /// Takes a value, such as `--duration 5m` or `--duration=5m`.
    case option
    /// Takes a value, but only after `=`, such as `--microphone=hw:1`.
    case optionWithOptionalValue
    /// Named by its place.
    case positional
  }

  package var kind: Kind
  /// `--yes` with its other spellings such as `-y`; for a positional the placeholder.
  package var names: [String]
  package var placeholder: String
  package var help: String
  package var isRequired = false
  package var isRepeating = false
  package var completion = Completion.nothing
  /// Reads what was given, to find faults before anything is done.
  package var check: @Sendable ([Occurrence]) throws -> Void = { _ in }

  package init(
    kind: Kind, names: [String], placeholder: String, help: String, isRequired: Bool = false,
    isRepeating: Bool = false, completion: Completion = .nothing
  ) {
    self.kind = kind
    self.names = names
    self.placeholder = placeholder
    self.help = help
    self.isRequired = isRequired
    self.isRepeating = isRepeating
    self.completion = completion
  }

  /// The name that stands for it in messages.
  package var name: String { names[0] }

  /// As it stands in a list of options: `-d, --duration TIME`.
  package var spelling: String {
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
  package var usage: String {
    let text = kind == .positional && isRepeating ? "\(placeholder)…" : placeholder
    return isRequired ? text : "[\(text)]"
  }
}

extension [Declaration] {
  /// The positionals that a value in some place may be for: where one that may be left out stands before
  /// another, there are several.
  package func candidates(at place: Int) -> [Declaration] {
    enumerated().filter { index, declaration in
      // What may be left out is, first of all, when there are too few.
      let least = declaration.isRequired ? self[..<index].count(where: \.isRequired) : index
      let isWithin = declaration.isRepeating ? place >= least : (least...index).contains(place)
      return isWithin
    }.map(\.element)
  }
}

/// One time that an argument was given.
package struct Occurrence: Hashable, Sendable {
  /// As it was written, such as `-y`.
  package var spelling: String
  package var value: String?

  package init(spelling: String, value: String? = nil) {
    self.spelling = spelling
    self.value = value
  }
}
