/// A type that can be parsed from a command-line argument.
package protocol ArgumentValue: Sendable {
  /// Parses an argument.
  ///
  /// - Throws: `UsageError` whose message completes a sentence, such as “expected a …”.
  init(argument: String) throws
  /// The placeholder in a usage line.
  static var placeholder: String { get }
  /// The candidates that a shell offers.
  static var completion: Completion { get }
}

/// The candidates that a shell offers for an argument.
package enum Completion: Hashable, Sendable {
  case nothing
  case words([String])
  case file
  /// The titles of the standups, queried when the user presses the completion key.
  case standups
  /// The names of the configured contexts, queried when the user presses the completion key.
  case contexts
  /// The names of the bus commands, queried when the user presses the completion key.
  case methods
}

extension ArgumentValue {
  package static var completion: Completion { .nothing }
}

extension String: ArgumentValue {
  package init(argument: String) { self = argument }
  package static var placeholder: String { "TEXT" }
}

extension Int: ArgumentValue {
  package init(argument: String) throws {
    guard let value = Int(argument) else {
      throw UsageError(message: "expected a whole number")
    }
    self = value
  }
  package static var placeholder: String { "NUMBER" }
}

extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// Parses a raw value, ignoring case and hyphens: `saveAndEnd` and `save-and-end` are equal.
  package init(argument: String) throws {
    let wanted = Self.plain(argument)
    guard let value = Self.allCases.first(where: { Self.plain($0.rawValue) == wanted }) else {
      let near = Meant.nearest(to: argument, in: Self.words)
      throw UsageError(
        message: "expected one of \(Self.words.joined(separator: ", "))"
          + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    self = value
  }

  package static var completion: Completion { .words(words) }
  package static var words: [String] { allCases.map { Self.dashed($0.rawValue) } }

  private static func plain(_ text: String) -> String {
    text.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// Converts a camel-case name to its command-line form: `saveAndEnd` becomes `save-and-end`.
  package static func dashed(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      text += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }
}
