import CommandLineKit
import StandupsConfiguration
import Foundation

/// The verb `standups-load help`.
enum LoadHelp {
  static let path = Argument<[String]>.rest("COMMAND", help: "Command to show.")
  static let man = Argument<Bool>.flag(
    "--man", help: "Print a manual page for man(1); without a command, for the whole program.")

  static let verb: Verb<LoadContext> = Verb(
    "help", summary: "Show the help of a command.", arguments: [path, man],
    examples: [
      Example("standups-load help timer", "Same as “standups-load timer --help”."),
      Example(
        "standups-load help --man > standups-load.1", "View it with “man ./standups-load.1”."),
    ]
  ) { values, context in
    let path = try values[path]
    var verb = LoadProgram.root
    for word in path {
      guard let next = verb.verbs.first(where: { $0.name == word }) else {
        throw UsageError.unknownCommand(word, among: verb.visibleVerbs.map(\.name))
      }
      verb = next
    }
    let page = HelpPage(
      program: LoadProgram.name, verb: verb, path: path, globals: LoadProgram.globals, width: 100)
    guard try values[man] else { return try context.console.write(page.text) }
    let neighbours = path.isEmpty ? verb.visibleVerbs.map { [$0.name] } : [[]]
    try context.console.write(
      ManPage(
        page, version: Version.current, date: String(Date.now.formatted(.iso8601).prefix(10)),
        seeAlso: neighbours
      ).text)
  }
}
