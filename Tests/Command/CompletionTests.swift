import Bus
import Foundation
import StandupsAPI
import TestSupport
import Testing

@testable import Command

/// Sources the scripts in the real shells and reads their completions.
@Suite("Completion")
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

  /// Completions of bash after some words, the last of which is incomplete.
  private func bash(_ words: [String]) throws -> [String] {
    let list = words.map(Shell.quote).joined(separator: " ")
    let script = """
      \(tree.bash)
      standups() {
        case $* in
          "complete methods") printf '%s\\n' meetings.live standups.get standups.list ;;
          complete*) printf '%s\\n' Daily 'Design team' ;;
        esac
      }
      COMP_WORDS=(standups \(list)); COMP_CWORD=\(words.count)
      _standups
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try run("bash", ["--norc"], script).split(separator: "\n").map(String.init).sorted()
  }

  @Test(
    "bash offers commands, options, values, titles and files",
    arguments: [
      (["li"], ["link", "list", "live"]),
      (["glossary", ""], ["add", "import", "list", "remove"]),
      (["meetings", ""], ["correct", "delete", "discarded", "list", "restore", "show"]),
      (["engine", ""], ["add", "check", "install", "list", "remove"]),
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
      (["answer", "save"], ["save-and-end"]), (["answer", "Da"], ["Daily"]),
      (["answer", "Daily", "save"], ["save-and-end"]), (["list", "--context", "Da"], ["Daily"]),
      (["dead-letters", "re"], ["replay"]),
      (["teams", "join", "web", "Ann", "--role", ""], ["admin", "member", "observer"]),
      (["people", "edit", "Ann", "--operator", ""], ["no", "yes"]),
      (["people", "v"], ["voice"]), (["people", "voice", "--w"], ["--withdraw"]),
      (["call", "standups."], ["standups.get", "standups.list"]),
      (["call", "me"], ["meetings.live"]),
      (["call", "meetings.live", ""], []),
      (
        ["list", "--"],
        [
          "--archived", "--context", "--help", "--json", "--key", "--no-color", "--router-key",
          "--timeout", "--trace", "--traceparent",
        ]
      ),
      (["help", "mee"], ["meetings"]),
      (["--ver"], ["--version"]),
      (["nonsense"], []),
    ] as [([String], [String])])
  func offers(words: [String], offered: [String]) throws {
    let expected = offered.map { $0.replacing(#"\\"#, with: #"\"#) }
    #expect(try bash(words) == expected)
  }

  /// Untrusted text, none of which a shell may run.
  static let hostile = [
    "D$(touch ${PWD}/PWNED)", "D(touch PWNED)", "D`touch PWNED`", "D<(touch PWNED)",
    #"D"; touch PWNED; ""#, "D'; touch PWNED; '", #"D\"; touch PWNED #"#, #"D\'; touch PWNED #"#,
    "D$HOME", "D!!", "D* ?", #"D\"#, "D #x", "D&y", "D{a,b}", "D~", "D[1]", "D=ls",
  ]
  /// Nothing, or an open quote before the title.
  static let quotes = ["", "\"", "'"]

  private func expectNothingWasRun(_ output: String, _ sourceLocation: SourceLocation) {
    #expect(output == "\(Self.hostile.count) titles\n", sourceLocation: sourceLocation)
    #expect(
      !FileManager.default.fileExists(atPath: directory + "/PWNED"),
      sourceLocation: sourceLocation)
  }

  /// A script that runs `body` with the titles in `all`.
  private func script(_ body: String) -> String {
    "all=(\(Self.hostile.map(Shell.quote).joined(separator: " ")))\n\(body)"
  }

  @Test("bash takes a title for a word, whatever is in it", arguments: quotes)
  func hostileTitles(quote: String) throws {
    let script = script(
      """
      \(tree.bash)
      standups() { printf '%s\\n' "${all[@]}"; }
      COMP_WORDS=(standups show \(Shell.quote(quote + "D"))); COMP_CWORD=2
      _standups
      for index in "${!all[@]}"; do
        eval "set -- \(quote == "\"" ? "\\\"" : quote)${COMPREPLY[index]}\(quote == "\"" ? "\\\"" : quote)"
        [ "$#" = 1 ] && [ "$1" = "${all[index]}" ] || printf 'not %s: %s\\n' "${all[index]}" "$*"
      done
      printf '%s titles\\n' "${#COMPREPLY[@]}"
      """)
    expectNothingWasRun(try run("bash", ["--norc"], script), #_sourceLocation)
  }

  /// Typed into zsh in a pseudo-terminal, completed and run.
  @Test(
    "zsh takes a title for a word, whatever is in it", .needs(.program("zsh")), arguments: quotes)
  func hostileTitlesInZsh(quote: String) throws {
    try tree.zsh.write(toFile: directory + "/_standups", atomically: true, encoding: .utf8)
    let inner = script(
      """
      fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D
      standups() { if [[ $1 = complete ]]; then print -r -- "$all[n]"; else print -r -- "$# $2" > got; fi }
      """)
    try inner.write(toFile: directory + "/inner", atomically: true, encoding: .utf8)
    let script = script(
      """
      zmodload zsh/zpty
      zpty -b shell 'TERM=dumb zsh -f -i'
      zpty -w shell "source ./inner; print READY''NOW"
      zpty -r -m shell text '*READYNOW*'
      for ((i = 1; i <= $#all; i++)); do
        : > got
        zpty -w shell "n=$i; print NE''XT"
        zpty -r -m shell text '*NEXT*'
        zpty -w -n shell \(Shell.quote("standups show \(quote)D"))$'\\t'
        zpty -w -n shell $'\\r'
        zpty -w shell "print DO''NE"
        zpty -r -m shell text '*DONE*'
        [[ "$(<got)" = "2 $all[i]" ]] || print -r -- "not $all[i]: $(<got)"
      done
      zpty -d shell
      print "$#all titles"
      """)
    expectNothingWasRun(try run("zsh", ["-f"], script), #_sourceLocation)
  }

  /// fish itself prints the inserted text, so that text is run.
  @Test(
    "fish takes a title for a word, whatever is in it", .needs(.program("fish")), arguments: quotes
  )
  func hostileTitlesInFish(quote: String) throws {
    let titles = Self.hostile.joined(separator: "\n")
    try titles.write(toFile: directory + "/titles", atomically: true, encoding: .utf8)
    let script = """
      \(tree.fish)
      set all (cat titles)
      function standups; printf '%s\\n' $all; end
      set offered (complete -C "standups show \(quote == "\"" ? "\\\"" : quote)D" --escape)
      for each in $offered
          eval "set got $each"
          test (count $got) = 1; and contains -- $got $all; or printf 'not %s: %s\\n' $each "$got"
      end
      printf '%s titles\\n' (count $offered)
      """
    expectNothingWasRun(try run("fish", ["--no-config"], script), #_sourceLocation)
  }

  @Test("The whole bash script is free of syntax errors")
  func bashSyntax() throws {
    #expect(try run("bash", ["-n"], tree.bash) == "")
  }

  @Test("zsh reads its script, and offers commands", .needs(.program("zsh")))
  func zsh() throws {
    #expect(try run("zsh", ["-n"], tree.zsh) == "")
    try tree.zsh.write(toFile: directory + "/_standups", atomically: true, encoding: .utf8)
    // Types into a second zsh in a pseudo-terminal, which shows its list.
    let script = """
      zmodload zsh/zpty
      zpty -b shell 'TERM=dumb zsh -f -i'
      zpty -w shell 'PS1=; fpath=(\(directory) $fpath); autoload -Uz compinit; compinit -u -D'
      zpty -w shell 'unsetopt zle_bracketed_paste 2>/dev/null; LISTMAX=1000; bindkey "^I" list-choices'
      zpty -w shell "standups() { printf '%s\\\\n' meetings.live standups.get standups.list }"
      zpty -w shell "print READY''NOW"
      zpty -r -m shell text '*READYNOW*'
      # Each list is read before the line is taken away: with input to come, zsh shows none.
      for typed shown in 'standups meetings ' 'List past meetings, newest first.' 'standups add X --theme te' teal \
        'standups call stan' standups.list
      do
        zpty -w -n shell "$typed"$'\\t'
        zpty -r -m shell text "*$shown*"; print -r -- "$text"
        zpty -w -n shell $'\\C-u'
        zpty -w shell "print NEXT''NOW"
        zpty -r -m shell text '*NEXTNOW*'; print -r -- "$text"
      done
      zpty -d shell
      """
    // Without a list the script would wait forever; no machine needs this long.
    let output = try run("timeout", ["300", "zsh", "-f"], script)
    #expect(output.contains("standups.list") && !output.contains("meetings.live"), "\(output)")
    #expect(output.contains("List past meetings, newest first."), "\(output)")
    #expect(output.contains("teal"), "\(output)")
  }

  @Test("fish reads its script, and offers commands and values", .needs(.program("fish")))
  func fish() throws {
    #expect(try run("fish", ["--no-config", "--no-execute"], tree.fish) == "")
    let script = """
      \(tree.fish)
      function standups
          test "$argv" = "complete methods"; and printf '%s\\n' meetings.live standups.list
          or printf '%s\\n' Daily 'Design team'
      end
      echo first; complete -C 'standups u'
      echo commands; complete -C 'standups meetings '
      echo values; complete -C 'standups add X --theme te'
      echo titles; complete -C 'standups show D'
      echo options; complete -C 'standups edit --title list --dur'
      echo methods; complete -C 'standups call stan'
      """
    let output = try run("fish", ["--no-config"], script)
    #expect(
      output.replacing("\t", with: " ") == """
        first
        unarchive Unarchive a standup.
        undo Undo the last change of the turns, or the end.
        unlink Remove the link of an attendee to a person.
        unreadable List, export and discard documents that cannot be read.
        unschedule Remove the schedule of a standup.
        up Start the router and all services, and keep them running.
        update Write an update for a meeting that you cannot attend.
        commands
        correct Correct a line of a transcript: its words, or who spoke them.
        delete Delete a past meeting.
        discarded List discarded meetings that can be restored.
        list List past meetings, newest first.
        restore Restore a discarded meeting.
        show Show the transcript of a past meeting.
        values
        teal Colour theme.
        titles
        Daily
        Design team
        options
        --duration Duration of the meeting: 5m, 36s, 1h30m, or a number of minutes.
        methods
        standups.list

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
