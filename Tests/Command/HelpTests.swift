import enum CommandLineKit.ExitCode
import StandupsConfiguration
import Foundation
import TestSupport
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
    // Never empty because the root command is in it.
    for (verb, path) in Self.all() {
      #expect(!verb.summary.isEmpty && verb.summary.hasSuffix("."), "\(path)")
      #expect(!verb.examples.isEmpty, "\(path)")
      // Never empty because many commands have arguments; one without has none to check.
      for argument in verb.arguments {
        #expect(argument.declaration.help.hasSuffix("."), "\(path) \(argument.declaration.name)")
      }
    }
    let lines = Self.all().flatMap { $0.0.examples.map(\.line) }
    let said = try Self.words(lines)
    #expect(said.count == lines.count)
    for (line, commands) in zip(lines, said) {
      #expect(!commands.isEmpty, "\(line)")
      for words in commands {
        #expect(throws: Never.self, "\(line)") { try parser.parse(words) }
      }
    }
  }

  /// Splits lines with a real shell: the words of each call of standups, by line.
  private static func words(_ lines: [String]) throws -> [[[String]]] {
    let directory = NSTemporaryDirectory() + "standups-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory + "/.zfunc", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try FileManager.default.createDirectory(
      atPath: directory + "/.config/fish/completions", withIntermediateDirectories: true)
    let script =
      """
      standups() { { printf '%s\\n' "$@"; printf '\\036'; } >> "$OUT"; }
      jq() { :; }; ffmpeg() { :; }; sudo() { "$@"; }; systemctl() { :; }
      \(lines.map { "(\($0)); printf '\\035' >> \"$OUT\"" }.joined(separator: "\n"))
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "--norc", "-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": directory, "OUT": directory + "/out", "LC_ALL": "C.UTF-8",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOfFile: directory + "/out", encoding: .utf8)
    return text.split(separator: "\u{1D}", omittingEmptySubsequences: false).dropLast().map {
      $0.split(separator: "\u{1E}").map { call in
        call.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      }
    }
  }

  @Test("No two arguments of a command share a name")
  func unique() {
    // Never empty because the root command is in it.
    for (verb, path) in Self.all() {
      let names = (verb.options + Globals.declarations).flatMap(\.names) + ["--help", "-h"]
      #expect(Set(names).count == names.count, "\(path): \(names)")
    }
  }

  @Test("A page fits its width", arguments: [40, 80, 100])
  func width(width: Int) {
    // Never empty because the root command is in it.
    for (verb, path) in Self.all() {
      let text = HelpPage(verb: verb, path: path, globals: Globals.declarations, width: width).text
      let prose = text.split(separator: "Examples:")[0]
      // Never empty because a page has prose; at 40 columns only its usage is checked.
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

  @Test("The program alone shows its commands in groups, each of them in one")
  func groups() async {
    let bench = Bench()
    #expect(await bench.run([]) == .ok)
    #expect(bench.output.contains("\nMeetings:\n  start "))
    #expect(!bench.output.contains("\nCommands:"))
    let grouped = Program.root.groups.flatMap(\.verbs).map(\.name)
    #expect(Set(grouped).count == grouped.count)
    #expect(Set(grouped) == Set(Program.root.visibleVerbs.map(\.name)))
    let page = Bench()
    #expect(await page.run("--help") == .ok)
    #expect(page.output == bench.output)
  }

  @Test("help --all has every command in the order of the alphabet")
  func index() async {
    let bench = Bench()
    #expect(await bench.run("help --all") == .ok)
    let all = Self.all().dropFirst().map { $0.1.joined(separator: " ") }
    let names = bench.output.split(separator: "\n").filter {
      $0.hasPrefix("  ") && !$0.hasPrefix("   ")
    }.map { line in all.filter { line.dropFirst(2).hasPrefix($0) }.max { $0.count < $1.count } }
    #expect(names == all.sorted())
    #expect(await bench.run("help --all start") == .usage)
  }

  /// `mandoc` is the strictest reader of roff; without it, `man` is used.
  @Test(
    "Every command has a manual page without a fault", .needs(.program("mandoc")))
  func manual() async throws {
    let directory = NSTemporaryDirectory() + "standups-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var files: [String] = []
    // Never empty because the root command is in it.
    for (_, path) in Self.all() {
      let bench = Bench()
      var context = bench.context()
      // mandoc warns about dates in the future.
      context.date = .constant(Date(timeIntervalSince1970: 1_700_000_000))
      #expect(await Program.run(["help", "--man"] + path, in: context) == .ok)
      let file = "\(directory)/\((["standups"] + path).joined(separator: "-")).1"
      try bench.output.write(toFile: file, atomically: true, encoding: .utf8)
      files.append(file)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["mandoc", "-T", "lint", "-W", "warning"] + files
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: data, as: UTF8.self))")
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
