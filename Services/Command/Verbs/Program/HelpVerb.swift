/// `standups help`
enum HelpVerb {
  static let path = Argument<[String]>.rest("COMMAND", help: "Which command.")

  static let verb: Verb = Verb(
    "help", summary: "Show the help of a command.", arguments: [path],
    examples: [.init("standups help meetings show", "As “standups meetings show --help”.")]
  ) { values, context in
    var verb = Program.root
    var path: [String] = []
    for word in try values[Self.path] {
      guard let next = verb.verbs.first(where: { $0.name == word }) else {
        let near = Meant.nearest(to: word, in: verb.visibleVerbs.map(\.name))
        throw UsageError(
          message: "There is no command “\(word)”." + (near.map { " Did you mean “\($0)”?" } ?? ""),
          path: path)
      }
      verb = next
      path.append(word)
    }
    try context.console.write(
      HelpPage(
        verb: verb, path: path, globals: Globals.declarations, width: context.helpWidth
      ).text)
  }
}

extension CommandContext {
  /// As wide as the terminal, but no wider than is good to read.
  var helpWidth: Int { min(100, max(40, console.width ?? 80)) }
}
