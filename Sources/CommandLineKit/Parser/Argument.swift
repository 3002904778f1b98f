/// A typed argument: its declaration and the function that reads its value.
package struct Argument<Value>: Sendable {
  package var declaration: Declaration
  package let read: @Sendable ([Occurrence]) throws -> Value

  package init(_ declaration: Declaration, read: @escaping @Sendable ([Occurrence]) throws -> Value)
  {
    var declaration = declaration
    declaration.check = { _ = try read($0) }
    self.declaration = declaration
    self.read = read
  }
}

/// An argument of any type, for the list of a command's arguments.
package protocol DeclaredArgument: Sendable {
  var declaration: Declaration { get }
}

extension Argument: DeclaredArgument {}

extension Argument where Value == Bool {
  /// Declares a flag, whose value is true if it is present.
  package static func flag(_ names: String..., help: String) -> Argument {
    Argument(Declaration(kind: .flag, names: names, placeholder: "", help: help)) { !$0.isEmpty }
  }
}

extension Argument where Value == Bool? {
  /// Declares a pair of flags such as `--record` and `--no-record`. The last occurrence wins; the
  /// value is nil if neither is present.
  package static func toggle(_ name: String, help: String) -> Argument {
    let names = ["--\(name)", "--no-\(name)"]
    return Argument(Declaration(kind: .flag, names: names, placeholder: "", help: help)) {
      $0.last.map { $0.spelling == names[0] }
    }
  }
}

extension Argument {
  /// Declares an option with a value. The last occurrence wins; the value is nil if the option is
  /// absent.
  package static func option<V: ArgumentValue>(
    _ names: String..., placeholder: String? = nil, completion: Completion? = nil, help: String
  ) -> Argument where Value == V? {
    Argument(
      Declaration(
        kind: .option, names: names, placeholder: placeholder ?? V.placeholder, help: help,
        completion: completion ?? V.completion)
    ) { try $0.last.map { try V(occurrence: $0) } }
  }

  /// Declares an option that can be repeated.
  package static func options<V: ArgumentValue>(
    _ names: String..., placeholder: String? = nil, completion: Completion? = nil, help: String
  ) -> Argument where Value == [V] {
    Argument(
      Declaration(
        kind: .option, names: names, placeholder: placeholder ?? V.placeholder, help: help,
        isRepeating: true, completion: completion ?? V.completion)
    ) { try $0.map { try V(occurrence: $0) } }
  }

  /// Declares an option whose value may be omitted.
  ///
  /// - Parameter orAlone: the value if the option has none.
  package static func option<V: ArgumentValue>(
    _ name: String, orAlone: V, placeholder: String, help: String
  ) -> Argument where Value == V? {
    Argument(
      Declaration(
        kind: .optionWithOptionalValue, names: [name], placeholder: placeholder, help: help)
    ) { try $0.last.map { $0.value == nil ? orAlone : try V(occurrence: $0) } }
  }

  /// Declares an optional positional argument.
  package static func optional<V: ArgumentValue>(
    _ placeholder: String, completion: Completion? = nil, help: String
  ) -> Argument where Value == V? {
    Argument(
      Declaration(
        kind: .positional, names: [placeholder], placeholder: placeholder, help: help,
        completion: completion ?? V.completion)
    ) { try $0.first.map { try V(occurrence: $0) } }
  }

  /// Declares a positional argument that collects all remaining values.
  package static func rest<V: ArgumentValue>(
    _ placeholder: String, isRequired: Bool = false, completion: Completion? = nil, help: String
  ) -> Argument where Value == [V] {
    Argument(
      Declaration(
        kind: .positional, names: [placeholder], placeholder: placeholder, help: help,
        isRequired: isRequired, isRepeating: true, completion: completion ?? V.completion)
    ) {
      if isRequired, $0.isEmpty { throw UsageError(message: "\(placeholder) is missing.") }
      return try $0.map { try V(occurrence: $0) }
    }
  }
}

extension Argument where Value: ArgumentValue {
  /// Declares a required positional argument.
  package static func required(
    _ placeholder: String, completion: Completion? = nil, help: String
  ) -> Argument {
    Argument(
      Declaration(
        kind: .positional, names: [placeholder], placeholder: placeholder, help: help,
        isRequired: true, completion: completion ?? Value.completion)
    ) {
      guard let given = $0.first else {
        throw UsageError(message: "\(placeholder) is missing.")
      }
      return try Value(occurrence: given)
    }
  }
}

extension ArgumentValue {
  fileprivate init(occurrence: Occurrence) throws {
    let text = occurrence.value ?? ""
    do {
      try self.init(argument: text)
    } catch let error as UsageError {
      let end = error.message.hasSuffix("?") ? "" : "."
      throw UsageError(
        message: "\(occurrence.spelling): invalid value “\(text)”; \(error.message)\(end)")
    }
  }
}
