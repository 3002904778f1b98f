import Configuration

/// `standups help`
enum HelpVerb {
  static let path = Argument<[String]>.rest("COMMAND", help: "Which command.")
  static let all = Argument<Bool>.flag(
    "--all", help: "Every command in one line, in the order of the alphabet.")
  static let man = Argument<Bool>.flag(
    "--man", help: "The page for man(1), as roff; without a command that of the whole program.")

  static let verb: Verb = Verb(
    "help", summary: "Show the help of a command.", arguments: [path, all, man],
    examples: [
      .init("standups help meetings show", "As “standups meetings show --help”."),
      .init("standups help --all", "All that there is."),
      .init(
        "standups help --man start > standups-start.1", "A page; “man ./standups-start.1” shows it."
      ),
    ]
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
    let page = HelpPage(
      verb: verb, path: path, globals: Globals.declarations, width: context.helpWidth)
    let (isIndex, isMan) = (try values[all], try values[man])
    guard !isIndex || (!isMan && path.isEmpty) else {
      throw Failure.usage("--all stands alone: it is about every command.")
    }
    if isMan {
      return try context.console.write(
        ManPage(
          page, version: Version.current,
          date: String(context.page.date(context.date()).prefix(10)),
          seeAlso: Self.neighbours(verb, path)
        ).text)
    }
    try context.console.write(isIndex ? page.index : page.text)
  }

  /// The pages that somebody may want next: what is below, or the one above.
  private static func neighbours(_ verb: Verb, _ path: [String]) -> [[String]] {
    let below = verb.visibleVerbs.map { path + [$0.name] }
    return path.isEmpty ? below : [path.dropLast()] + below
  }
}

extension CommandContext {
  /// As wide as the terminal, but no wider than is good to read.
  var helpWidth: Int { min(100, max(40, console.width ?? 80)) }
}
