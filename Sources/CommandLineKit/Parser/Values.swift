/// What was given on the command line, read through the declarations.
package struct Values: Sendable {
  private var given: [String: [Occurrence]] = [:]

  package init() {}

  /// The value of an argument; the parser has checked it.
  package subscript<Value>(argument: Argument<Value>) -> Value {
    get throws { try argument.read(given[argument.declaration.name] ?? []) }
  }

  package func occurrences(of declaration: Declaration) -> [Occurrence] {
    given[declaration.name] ?? []
  }

  package mutating func add(_ occurrence: Occurrence, to declaration: Declaration) {
    given[declaration.name, default: []].append(occurrence)
  }
}
