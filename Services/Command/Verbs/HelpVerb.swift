import StandupsConfiguration

/// The `standups help` command.
enum HelpVerb {
  static let path = Argument<[String]>.rest("COMMAND", help: "Command to show.")
  static let all = Argument<Bool>.flag(
    "--all", help: "List all commands, one per line, in alphabetical order.")
  static let man = Argument<Bool>.flag(
    "--man", help: "Print the man page of the command, or of the whole program, as roff.")

  static let verb: Verb = Verb(
    "help", summary: "Show the help of a command.", arguments: [path, all, man],
    examples: [
      .init("standups help meetings show", "Same as “standups meetings show --help”."),
      .init("standups help --all", "All commands."),
      .init(
        "standups help --man start > standups-start.1",
        "Writes a man page; “man ./standups-start.1” shows it."
      ),
    ]
  ) { values, context in
    var verb = Program.root
    var path: [String] = []
    for word in try values[Self.path] {
      guard let next = verb.verbs.first(where: { $0.name == word }) else {
        var error = UsageError.unknownCommand(word, among: verb.visibleVerbs.map(\.name))
        error.path = path
        throw error
      }
      verb = next
      path.append(word)
    }
    let page = HelpPage(
      verb: verb, path: path, globals: Globals.declarations, width: context.helpWidth)
    let (isIndex, isMan) = (try values[all], try values[man])
    guard !isIndex || (!isMan && path.isEmpty) else {
      throw Failure.usage("--all cannot be combined with a command or --man.")
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

  /// Related pages: the subcommands and the parent command.
  private static func neighbours(_ verb: Verb, _ path: [String]) -> [[String]] {
    let below = verb.visibleVerbs.map { path + [$0.name] }
    return path.isEmpty ? below : [path.dropLast()] + below
  }
}

extension CommandContext {
  /// The terminal's width within readable limits, in columns.
  var helpWidth: Int { min(100, max(40, console.width ?? 80)) }
}
