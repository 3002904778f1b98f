/// A type that can stand on the command line.
package protocol ArgumentValue: Sendable {
  /// - Throws: `UsageError` whose message is the end of a sentence: “is not a …”.
  init(argument: String) throws
  /// What stands for it in a usage line.
  static var placeholder: String { get }
  /// What a shell may offer for it.
  static var completion: Completion { get }
}

/// What a shell may offer in a place.
package enum Completion: Hashable, Sendable {
  case nothing
  case words([String])
  case file
  /// The titles of the standups, asked for when the user presses the key.
  case standups
  /// The names of the routers that the user knows, asked for in the same way.
  case contexts
  /// The names of the commands of the bus, asked for in the same way.
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
  /// The raw values, with or without capitals and dashes: `saveAndEnd` and `save-and-end` are the same.
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

  /// `saveAndEnd` as it is written on a command line: `save-and-end`.
  package static func dashed(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      text += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }
}
