/// The declaration of a command's argument, used by the parser, the help and the completion
/// scripts.
package struct Declaration: Sendable {
  package enum Kind: Hashable, Sendable {
    /// An option without a value, such as `--yes`.
    case flag
    /// An option with a value, such as `--duration 5m` or `--duration=5m`.
    case option
    /// An option whose value is optional and must follow `=`, such as `--microphone=hw:1`.
    case optionWithOptionalValue
    /// An argument identified by its position.
    case positional
  }

  package var kind: Kind
  /// The spellings, such as `--yes` and `-y`; for a positional argument, the placeholder.
  package var names: [String]
  package var placeholder: String
  package var help: String
  package var isRequired = false
  package var isRepeating = false
  package var completion = Completion.nothing
  /// Validates the occurrences before the command runs.
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

  /// True if a value of this string is valid.
  func accepts(_ value: String) -> Bool {
    // Ignored because the error of an invalid value is not reported.
    (try? check([Occurrence(spelling: name, value: value)])) != nil
  }

  /// The name that identifies the argument in messages.
  package var name: String { names[0] }

  /// The form in a list of options: `-d, --duration TIME`.
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

  /// The form in a usage line.
  package var usage: String {
    let text = kind == .positional && isRepeating ? "\(placeholder)…" : placeholder
    return isRequired ? text : "[\(text)]"
  }
}

extension [Declaration] {
  /// Returns the positional arguments that may receive the value at a position. There can be
  /// several if an optional argument precedes another one.
  package func candidates(at place: Int) -> [Declaration] {
    enumerated().filter { index, declaration in
      // If there are too few values, optional arguments are skipped first.
      let least = declaration.isRequired ? self[..<index].count(where: \.isRequired) : index
      let isWithin = declaration.isRepeating ? place >= least : (least...index).contains(place)
      return isWithin
    }.map(\.element)
  }
}

/// An occurrence of an argument on the command line.
package struct Occurrence: Hashable, Sendable {
  /// The spelling that the user typed, such as `-y`.
  package var spelling: String
  package var value: String?

  package init(spelling: String, value: String? = nil) {
    self.spelling = spelling
    self.value = value
  }
}
