/// The parsed arguments of a command line. A command reads each of them by its declaration.
package struct Values: Sendable {
  private var given: [String: [Occurrence]] = [:]

  package init() {}

  /// The value of an argument. The parser has already validated it.
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
