import enum CommandLineKit.ExitCode
import Configuration
import Testing

@testable import Command

@Suite("Help")
struct HelpTests {
  private static func all(_ verb: Verb = Program.root, _ path: [String] = []) -> [(Verb, [String])]
  {
    [(verb, path)] + verb.visibleVerbs.flatMap { all($0, path + [$0.name]) }
  }

  @Test("Every command has a summary, an example that it can parse, and help for every argument")
  func complete() throws {
    let parser = Parser(root: Program.root, globals: Globals.declarations)
    for (verb, path) in Self.all() {
      #expect(!verb.summary.isEmpty && verb.summary.hasSuffix("."), "\(path)")
      #expect(!verb.examples.isEmpty, "\(path)")
      for argument in verb.arguments {
        #expect(argument.declaration.help.hasSuffix("."), "\(path) \(argument.declaration.name)")
      }
      for example in verb.examples {
        let words = Self.words(example.line)
        #expect(throws: Never.self, "\(example.line)") { try parser.parse(words) }
      }
    }
  }

  /// The words of the first command line of ours in an example.
  private static func words(_ line: String) -> [String] {
    let words = line.split(separator: " ").map(String.init)
    guard
      let start = words.lastIndex(of: "standups")
        ?? words.firstIndex(where: { $0.contains("standups") })
    else { return [] }
    var first = words[...]
    if let start = words.firstIndex(of: "standups") {
      first = words[(start + 1)...]
    } else {
      first = words[(start + 1)...]
    }
    return first.prefix { !["|", ">", "&&", ">>"].contains($0) }.map {
      $0.trimmingCharacters(in: [")"])
    }
  }

  @Test("No two arguments of a command share a name")
  func unique() {
    for (verb, path) in Self.all() {
      let names = (verb.options + Globals.declarations).flatMap(\.names) + ["--help", "-h"]
      #expect(Set(names).count == names.count, "\(path): \(names)")
    }
  }

  @Test("A page fits its width", arguments: [40, 80, 100])
  func width(width: Int) {
    for (verb, path) in Self.all() {
      let text = HelpPage(verb: verb, path: path, globals: Globals.declarations, width: width).text
      let prose = text.split(separator: "Examples:")[0]
      for line in prose.split(separator: "\n") where !line.contains("Usage:") && width >= 80 {
        #expect(line.count <= width, "\(path): \(line)")
      }
      #expect(text.contains("Usage: standups"))
    }
  }

  @Test("help, --help and -h print the same page")
  func same() async {
    let pages = await [["help", "meetings", "show"], ["meetings", "show", "-h"]].asyncMap {
      tokens in
      let bench = Bench()
      #expect(await bench.run(tokens) == .ok)
      return bench.output
    }
    #expect(pages[0] == pages[1])
    #expect(pages[0].contains("Usage: standups meetings show STANDUP [MEETING]"))
    #expect(pages[0].contains("Examples:"))
    #expect(pages[0].contains("With --json:"))
  }

  @Test("The version is that of the whole product")
  func version() async {
    let bench = Bench()
    #expect(await bench.run("--version") == .ok)
    #expect(bench.output == "standups \(Version.current)\n")
  }

  @Test("Help of a command that does not exist")
  func unknown() async {
    let bench = Bench()
    #expect(await bench.run("help metings") == .usage)
    #expect(bench.errors.contains("Did you mean “meetings”?"))
  }
}

extension Array {
  func asyncMap<Value>(_ transform: (Element) async -> Value) async -> [Value] {
    var values: [Value] = []
    for element in self { values.append(await transform(element)) }
    return values
  }
}
