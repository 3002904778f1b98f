import Bus
import Foundation
import StandupsAPI
import Testing

@testable import Command

/// Sources the scripts in the real shells and asks them what they would offer.
@Suite("Completion", .timeLimit(.minutes(1)))
final class CompletionTests {
  private let tree = CompletionTree(Program.root, globals: Globals.declarations)
  let directory: String

  init() throws {
    directory = NSTemporaryDirectory() + "standups-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    try "x".write(toFile: directory + "/talk file.wav", atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  static func has(_ shell: String) -> Bool {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + shell)
    }
  }

  /// Runs a script in a shell, in the directory of this test.
  private func run(_ shell: String, _ arguments: [String], _ script: String) throws -> String {
    let file = directory + "/script"
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [shell] + arguments + [file]
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    process.environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": directory, "TERM": "dumb",
      "LC_ALL": "C.UTF-8",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// What bash offers after some words, the last of which is being typed.
  private func bash(_ words: [String]) throws -> [String] {
    let list = words.map(Shell.quote).joined(separator: " ")
    let script = """
      \(tree.bash)
      standups() { [ "$*" = complete ] && printf '%s\\n' Daily 'Design team'; }
      COMP_WORDS=(standups \(list)); COMP_CWORD=\(words.count)
      _standups
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try run("bash", ["--norc"], script).split(separator: "\n").map(String.init).sorted()
  }

  @Test(
    "bash offers commands, options, values, titles and files",
    arguments: [
      (["li"], ["list", "live"]),
      (["meetings", ""], ["delete", "list", "show"]),
      (["meetings", "show", ""], ["Daily", #"Design\\ team"#]),
      (["meetings", "show", "Daily", ""], ["last"]),
      (["show", "Des"], [#"Design\\ team"#]),
      (["add", "X", "--du"], ["--duration"]),
      (["add", "X", "--theme", "te"], ["teal"]),
      (["add", "X", "--theme", "=", "ta"], ["tan"]),
      (["add", "--theme", "teal", "X", "--the"], ["--theme"]),
      (["edit", "--title", "list", "Da"], ["Daily"]),
      (["start", "Daily", "--audio", "ta"], ["talk file.wav"]),
      (["completion", ""], ["bash", "fish", "zsh"]),
      (["answer", "save"], ["save-and-end"]),
      (["dead-letters", "re"], ["replay"]),
      (
        ["list", "--"],
        ["--help", "--json", "--key", "--no-color", "--router-key", "--timeout", "--trace"]
      ),
      (["help", "mee"], ["meetings"]),
      (["--ver"], ["--version"]),
      (["nonsense"], []),
    ] as [([String], [String])])
  func offers(words: [String], offered: [String]) throws {
    let expected = offered.map { $0.replacing(#"\\"#, with: #"\"#) }
    #expect(try bash(words) == expected)
  }

  /// A title is somebody else's text: bash runs nothing of it, whichever quote is open.
  @Test("bash takes a title for a word, whatever is in it", arguments: ["", "\"", "'"])
  func hostileTitles(quote: String) throws {
    let titles = [
      "D$(touch ${PWD}/PWNED)", "D`touch PWNED`", #"D"; touch PWNED; ""#, "D'; touch PWNED; '",
      #"D\"; touch PWNED #"#, #"D\'; touch PWNED #"#, "D$HOME", "D!!", "D* ?", #"D\"#, "D #x",
      "D&y",
    ]
    let script = """
      \(tree.bash)
      all=(\(titles.map(Shell.quote).joined(separator: " ")))
      standups() { printf '%s\\n' "${all[@]}"; }
      COMP_WORDS=(standups show \(Shell.quote(quote + "D"))); COMP_CWORD=2
      _standups
      for index in "${!all[@]}"; do
        eval "set -- \(quote == "\"" ? "\\\"" : quote)${COMPREPLY[index]}\(quote == "\"" ? "\\\"" : quote)"
        [ "$#" = 1 ] && [ "$1" = "${all[index]}" ] || printf 'not %s: %s\\n' "${all[index]}" "$*"
      done
      printf '%s titles\\n' "${#COMPREPLY[@]}"
      """
    #expect(try run("bash", ["--norc"], script) == "\(titles.count) titles\n")
    #expect(!FileManager.default.fileExists(atPath: directory + "/PWNED"))
  }

  @Test("The whole bash script is free of syntax errors")
  func bashSyntax() throws {
    #expect(try run("bash", ["-n"], tree.bash) == "")
  }

  @Test("zsh reads its script, and offers commands", .enabled(if: has("zsh")))
  func zsh() throws {
    #expect(try run("zsh", ["-n"], tree.zsh) == "")
    try tree.zsh.write(toFile: directory + "/_standups", atomically: true, encoding: .utf8)
    // A second zsh behind a pseudo-terminal is typed into, and shows what it lists.
    let script = """
      zmodload zsh/zpty
      zpty -b shell 'TERM=dumb zsh -f -i'
      zpty -w shell 'PS1=; fpath=(\(directory) $fpath); autoload -Uz compinit; compinit -u -D'
      zpty -w shell 'unsetopt zle_bracketed_paste 2>/dev/null; LISTMAX=1000; bindkey "^I" list-choices'
      zpty -w shell 'print READY''NOW'
      zpty -r -m shell text '*READYNOW*'
      zpty -w -n shell $'standups meetings \\t'
      zpty -w -n shell $'\\C-u'
      zpty -w shell 'print SECOND''NOW'
      zpty -r -m shell text '*SECONDNOW*'; print -r -- "$text"
      zpty -w -n shell $'standups add X --theme te\\t'
      zpty -w -n shell $'\\C-u'
      zpty -w shell 'print THIRD''NOW'
      zpty -r -m shell text '*THIRDNOW*'; print -r -- "$text"
      zpty -d shell
      """
    let output = try run("zsh", ["-f"], script)
    #expect(output.contains("List past meetings, newest first."), "\(output)")
    #expect(output.contains("teal"), "\(output)")
  }

  @Test("fish reads its script, and offers commands and values", .enabled(if: has("fish")))
  func fish() throws {
    #expect(try run("fish", ["--no-config", "--no-execute"], tree.fish) == "")
    let script = """
      \(tree.fish)
      function standups; printf '%s\\n' Daily 'Design team'; end
      echo commands; complete -C 'standups meetings '
      echo values; complete -C 'standups add X --theme te'
      echo titles; complete -C 'standups show D'
      echo options; complete -C 'standups edit --title list --dur'
      """
    let output = try run("fish", ["--no-config"], script)
    #expect(
      output.replacing("\t", with: " ") == """
        commands
        delete Delete a past meeting.
        list List past meetings, newest first.
        show Show who said what in a past meeting.
        values
        teal Its colour.
        titles
        Daily
        Design team
        options
        --duration How long it meets: 5m, 36s, 1h30m, or a number of minutes.

        """)
  }

  @Test("The titles that a shell asks for are plain lines, or nothing at all")
  func titles() async {
    let bench = Bench()
    bench.caller.on(ListStandups.self) { _ in
      .init(
        standups: [Fixture.summary(), Fixture.summary(Fixture.standup(2, "a\nb"))], next: nil)
    }
    #expect(await bench.run("complete") == .ok)
    #expect(bench.output == "Daily\n")
    let away = Bench()
    away.caller.on(ListStandups.self) { _ in throw BusError(.unavailable, "Away.") }
    #expect(await away.run("complete") == .ok)
    #expect(away.output.isEmpty && away.errors.isEmpty)
  }
}
