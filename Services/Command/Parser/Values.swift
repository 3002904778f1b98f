/// What was given on the command line, read through the declarations.
struct Values: Sendable {
  private var given: [String: [Occurrence]] = [:]

  init() {}

  /// The value of an argument; the parser has checked it.
  subscript<Value>(argument: Argument<Value>) -> Value {
    get throws { try argument.read(given[argument.declaration.name] ?? []) }
  }

  func occurrences(of declaration: Declaration) -> [Occurrence] {
    given[declaration.name] ?? []
  }

  mutating func add(_ occurrence: Occurrence, to declaration: Declaration) {
    given[declaration.name, default: []].append(occurrence)
  }
}
