/// Parses a command line using the declarations of a command tree.
package struct Parser<Context> {
  /// The command of the program itself, with its subcommands.
  package var root: Verb<Context>
  /// Options that every command accepts.
  package var globals: [Declaration]

  package init(root: Verb<Context>, globals: [Declaration]) {
    self.root = root
    self.globals = globals
  }

  /// The result of parsing a command line.
  package enum Outcome {
    case run(Verb<Context>, path: [String], Values)
    case help(Verb<Context>, path: [String])
    case version
  }

  /// Parses the words of a command line.
  ///
  /// - Throws: `UsageError` if they are invalid.
  package func parse(_ tokens: [String]) throws -> Outcome {
    // An empty command line shows the help.
    if tokens.isEmpty, root.run == nil { return .help(root, path: []) }
    var reading = Reading(verb: root, globals: globals)
    do {
      for outcome in try reading.read(tokens) { return outcome }
      guard reading.verb.run != nil else {
        let words = reading.verb.visibleVerbs.map(\.name).joined(separator: ", ")
        throw UsageError(message: "A command is missing; expected one of \(words).")
      }
      try reading.finish()
    } catch var error as UsageError {
      error.path = reading.path
      throw error
    }
    return .run(reading.verb, path: reading.path, reading.values)
  }
}

/// The state of the parser while it reads a command line from left to right.
private struct Reading<Context> {
  var verb: Verb<Context>
  let globals: [Declaration]
  var path: [String] = []
  var values = Values()
  var tokens: ArraySlice<String> = []
  /// The positional values, in order.
  var places: [String] = []

  init(verb: Verb<Context>, globals: [Declaration]) {
    self.verb = verb
    self.globals = globals
  }

  /// Reads all tokens.
  ///
  /// - Returns: an outcome that ends parsing early (the help or the version), or an empty array.
  mutating func read(_ all: [String]) throws -> [Parser<Context>.Outcome] {
    tokens = all[...]
    while let token = tokens.popFirst() {
      switch token {
      case "--":
        while let rest = tokens.popFirst() { try place(rest) }
      case "--help", "-h": return [.help(verb, path: path)]
      case "--version" where path.isEmpty: return [.version]
      case _ where token.hasPrefix("--"): try long(token)
      case _ where token.hasPrefix("-") && token != "-": try short(token)
      case _ where verb.verbs.isEmpty: try place(token)
      default: try descend(token)
      }
    }
    return []
  }

  /// Assigns the positional values, then checks that every argument is present and valid.
  mutating func finish() throws {
    settle()
    for declaration in verb.arguments.map(\.declaration) + globals {
      try declaration.check(values.occurrences(of: declaration))
    }
  }

  private mutating func descend(_ token: String) throws {
    guard let next = verb.verbs.first(where: { $0.name == token }) else {
      throw UsageError.unknownCommand(token, among: verb.visibleVerbs.map(\.name))
    }
    verb = next
    path.append(token)
  }

  private mutating func place(_ token: String) throws {
    places.append(token)
    guard places.count <= verb.positionals.count || verb.positionals.contains(where: \.isRepeating)
    else { throw UsageError(message: "Unexpected argument “\(token)”." + hint(for: token)) }
  }

  /// Suggests the option that a number is probably the value of, with or without its unit. Empty unless
  /// exactly one option accepts it.
  private func hint(for token: String) -> String {
    let number = String(token.prefix { $0.isASCII && $0.isNumber })
    guard !number.isEmpty else { return "" }
    for value in [token, number] {
      let options = verb.options.filter { $0.kind == .option && $0.accepts(value) }
      if options.count == 1 { return " Did you mean “\(options[0].name) \(value)”?" }
    }
    return ""
  }

  /// Assigns the positional values. An optional argument receives one only if enough remain for the
  /// required ones.
  private mutating func settle() {
    var rest = places[...]
    let positionals = verb.positionals
    for (index, declaration) in positionals.enumerated() {
      let wanted = positionals[(index + 1)...].count(where: \.isRequired)
      let spare = rest.count - wanted
      let most = declaration.isRepeating ? max(spare, 1) : 1
      let count = declaration.isRequired ? min(most, rest.count) : min(most, max(0, spare))
      for value in rest.prefix(count) {
        values.add(Occurrence(spelling: declaration.placeholder, value: value), to: declaration)
      }
      rest = rest.dropFirst(count)
    }
  }

  private mutating func long(_ token: String) throws {
    let parts = token.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    try take(name, value: parts.count == 2 ? String(parts[1]) : nil)
  }

  /// Reads `-y`, a cluster such as `-yj`, or an option with its value attached such as `-d5m`.
  private mutating func short(_ token: String) throws {
    var letters = token.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      if find(name)?.kind == .option, !letters.isEmpty {
        let value = letters.first == "=" ? letters.dropFirst() : letters
        return try take(name, value: String(value))
      }
      try take(name, value: nil)
    }
  }

  private func find(_ name: String) -> Declaration? {
    (verb.options + globals).first { $0.names.contains(name) }
  }

  private mutating func take(_ name: String, value: String?) throws {
    guard let declaration = find(name) else {
      let known = (verb.options + globals).flatMap(\.names) + ["--help"]
      let near = Meant.nearest(to: name, in: known.filter { $0.hasPrefix("--") })
      throw UsageError(
        message: "Unknown option “\(name)”." + (near.map { " Did you mean “\($0)”?" } ?? ""))
    }
    var value = value
    switch declaration.kind {
    case .flag, .positional:
      if value != nil { throw UsageError(message: "\(name) takes no value.") }
    case .optionWithOptionalValue: break
    case .option:
      if value == nil { value = try next(for: name, declaration) }
    }
    values.add(Occurrence(spelling: name, value: value), to: declaration)
  }

  private mutating func next(for name: String, _ declaration: Declaration) throws -> String {
    guard let value = tokens.first, value == "-" || !value.hasPrefix("-") else {
      throw UsageError(
        message: "\(name) needs a value: \(name) \(declaration.placeholder)"
          + (tokens.isEmpty ? "." : " (write \(name)=… if it starts with a dash)."))
    }
    tokens.removeFirst()
    return value
  }
}
