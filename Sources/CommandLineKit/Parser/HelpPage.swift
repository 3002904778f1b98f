/// The help page of a command, generated from its declarations.
package struct HelpPage<Context> {
  package var program: String
  package var verb: Verb<Context>
  package var path: [String]
  package var globals: [Declaration]
  package var width: Int

  package init(
    program: String = "standups", verb: Verb<Context>, path: [String], globals: [Declaration],
    width: Int = 80
  ) {
    self.program = program
    self.verb = verb
    self.path = path
    self.globals = globals
    self.width = width
  }

  /// The complete page, ending with a line break.
  package var text: String {
    var blocks = [wrap(verb.summary), "Usage: " + usage]
    if !verb.details.isEmpty {
      blocks.append(contentsOf: verb.details.components(paragraphs: wrap))
    }
    block("Arguments", verb.positionals.map { ($0.placeholder, $0.help) }, to: &blocks)
    if verb.groups.isEmpty {
      block("Commands", verb.visibleVerbs.map { ($0.name, $0.summary) }, to: &blocks)
    }
    let longest = verb.visibleVerbs.map(\.name.count).max() ?? 0
    for group in verb.groups {
      block(
        group.title, group.verbs.map { ($0.name, $0.summary) }, atLeast: longest, to: &blocks)
    }
    block("Options", verb.options.map { ($0.spelling, $0.help) }, to: &blocks)
    block("Global options", common.map { ($0.spelling, $0.help) }, to: &blocks)
    if !verb.examples.isEmpty {
      let lines = verb.examples.flatMap { ["  \($0.line)"] + wrapped($0.meaning, indent: 6) }
      blocks.append((["Examples:"] + lines).joined(separator: "\n"))
    }
    if let json = verb.json {
      blocks.append((["With --json:"] + wrapped(json, indent: 2)).joined(separator: "\n"))
    }
    if path.isEmpty {
      block("Exit codes", exits.map { (String($0.code), $0.meaning) }, to: &blocks)
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// The options that every command accepts.
  var common: [Declaration] { globals + [Self.help] + (path.isEmpty ? [Self.version] : []) }

  /// All commands of the program in alphabetical order, including subcommands.
  package var index: String {
    var blocks: [String] = []
    let rows = verb.tree().dropFirst().map { ($0.path.joined(separator: " "), $0.verb.summary) }
    block("All commands", rows.sorted { $0.0 < $1.0 }, to: &blocks)
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// The usage line without its leading “Usage:”.
  package var usage: String {
    var words = [program] + path
    if !verb.visibleVerbs.isEmpty { words.append("COMMAND") }
    words += verb.positionals.map(\.usage)
    if !verb.options.isEmpty { words.append("[options]") }
    return words.joined(separator: " ")
  }

  private func block(
    _ title: String, _ rows: [(String, String)], atLeast: Int = 0, to blocks: inout [String]
  ) {
    guard !rows.isEmpty else { return }
    let column = min(28, max(atLeast, rows.map(\.0.count).max() ?? 0) + 4)
    let lines = rows.flatMap { name, help -> [String] in
      var text = wrapped(help, indent: column)
      let head = "  " + name
      if head.count + 2 > column { return [head] + text }
      text[0] = head.padded(to: column) + text[0].dropFirst(column)
      return text
    }
    blocks.append(([title + ":"] + lines).joined(separator: "\n"))
  }

  private func wrap(_ text: String) -> String {
    wrapped(text, indent: 0).joined(separator: "\n")
  }

  private func wrapped(_ text: String, indent: Int) -> [String] {
    let space = String(repeating: " ", count: indent)
    return DisplayText.wrap(text, width: max(20, width - indent)).map { space + $0 }
  }

  private static var help: Declaration {
    Declaration(
      kind: .flag, names: ["--help", "-h"], placeholder: "", help: "Show this help.")
  }
  private static var version: Declaration {
    Declaration(
      kind: .flag, names: ["--version"], placeholder: "", help: "Show the version.")
  }

  /// The exit codes (sysexits) and their meanings.
  var exits: [(code: Int32, meaning: String)] {
    [
      (0, "Success."), (64, "Invalid command line."), (65, "Invalid data."), (66, "Not found."),
      (69, "Service unavailable."), (70, "Internal error."), (73, "Cannot create a file."),
      (74, "Cannot read or write."), (75, "Temporary failure; try again later."),
      (77, "Permission denied."), (78, "Invalid configuration."),
    ]
  }
}

extension String {
  fileprivate func components(paragraphs wrap: (String) -> String) -> [String] {
    split(separator: "\n\n").map { wrap(String($0)) }
  }

  /// Returns the string padded with spaces to a width in characters; longer strings are unchanged.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
