import Bus
import Foundation
import PeopleAPI
import Standups
import StandupsAPI
import Testing

@testable import Command

@Suite("The glossary on the command line")
struct GlossaryVerbTests {
  private static let nginx = GlossaryTerm("nginx", soundsLike: "engine x")

  private func bench(_ terms: [GlossaryTerm] = [GlossaryTerm("Grafana"), nginx]) -> Bench {
    let bench = Bench()
    bench.caller.on(ListTerms.self) { command in
      ListTerms.Reply(team: command.team ?? "default", terms: terms)
    }
    bench.caller.on(AddTerms.self) { command in
      AddTerms.Reply(
        team: command.team ?? "default", added: command.terms.count, replaced: 0,
        count: terms.count + command.terms.count)
    }
    bench.caller.on(RemoveTerms.self) { command in
      RemoveTerms.Reply(
        team: command.team ?? "default", removed: command.terms.count,
        count: terms.count - command.terms.count)
    }
    bench.caller.on(GetTeam.self) { command in Team(id: command.id, name: "Web", members: 1) }
    return bench
  }

  @Test("A term is added, with what it sounds like, to the glossary of a team")
  func add() async {
    let bench = bench()
    #expect(await bench.run("glossary add Redis") == .ok)
    #expect(
      bench.output == "Added “Redis”. The glossary of the team default has 3 terms.\n")
    #expect(
      await bench.run(["glossary", "add", " Foo  Bar ", "--sounds-like", "fu bar", "--team", "web"])
        == .ok)
    #expect(
      bench.caller.commands(AddTerms.self) == [
        AddTerms(terms: [GlossaryTerm("Redis")]),
        AddTerms(team: "web", terms: [GlossaryTerm("Foo Bar", soundsLike: "fu bar")]),
      ])
    #expect(await bench.run(["glossary", "add", "数据库"]) == .usage)
    #expect(bench.errors.contains("Latin letters"))
    #expect(bench.caller.commands(AddTerms.self).count == 2)
  }

  @Test("Terms are removed in either case, and the commands that add them again are printed")
  func remove() async {
    let bench = bench()
    #expect(await bench.run("glossary remove NGINX grafana --team web") == .ok)
    #expect(
      bench.caller.commands(RemoveTerms.self) == [
        RemoveTerms(team: "web", terms: ["Grafana", "nginx"])
      ])
    #expect(
      bench.output == """
        Removed 2 terms. The glossary of the team web has 0 terms. To undo:
          standups glossary add Grafana --team web
          standups glossary add nginx --sounds-like 'engine x' --team web

        """)
    #expect(await bench.run("glossary remove Grafanna") == .noInput)
    #expect(bench.errors.contains("Did you mean “Grafana”"), "\(bench.errors)")
    #expect(bench.caller.commands(RemoveTerms.self).count == 1)
  }

  @Test("A list has the form that an import reads")
  func list() async {
    for line in ["glossary", "glossary list"] {
      let bench = bench()
      #expect(await bench.run(line) == .ok)
      #expect(bench.output == "Grafana\nnginx = engine x\n")
      #expect(GlossaryFile(bench.output).terms == [GlossaryTerm("Grafana"), Self.nginx])
    }
    let json = bench()
    #expect(await json.run("glossary list --json") == .ok)
    #expect(json.output.contains(#""soundsLike":"engine x""#))
    let empty = bench([])
    #expect(await empty.run("glossary list") == .ok)
    #expect(empty.output.isEmpty && empty.errors.contains("glossary add TERM"))
  }

  @Test("An import adds the valid lines, and reports the others")
  func load() async {
    let file = """
      \u{FEFF}Redis
      \r
        nginx =  engine   x \r
      NGINX
      数据库
      = x
      Foo =
      """
    let bench = bench([])
    #expect(await bench.run("glossary import -", data: Data(file.utf8)) == .ok)
    #expect(
      bench.caller.commands(AddTerms.self) == [
        AddTerms(terms: [GlossaryTerm("Redis"), Self.nginx])
      ])
    #expect(bench.output.hasPrefix("Added 2 terms, and changed 0."))
    for text in [
      "Skipped line 4, “NGINX”: Line 3 has the same term.", "Skipped line 5, “数据库”:",
      "Skipped line 6, “= x”:", "Skipped line 7, “Foo =”:",
    ] {
      #expect(bench.errors.contains(text), "\(bench.errors)")
    }
    let json = self.bench([])
    #expect(await json.run("glossary import - --json", data: Data(file.utf8)) == .ok)
    #expect(json.output.contains(#""line":4"#) && json.errors.isEmpty)
  }

  @Test("A file without terms, without text or of excessive length changes nothing")
  func invalidFiles() async {
    let long = Data(repeating: UInt8(ascii: "a"), count: GlossaryFile.maxBytes + 1)
    for (data, text) in [
      (Data(), "contains no term"), (Data("数据库\n".utf8), "Line 1: "), (Data([0xFF]), "UTF-8"),
      (long, "too long"),
    ] {
      let bench = bench()
      #expect(await bench.run("glossary import -", data: data) == .data)
      #expect(bench.errors.contains(text), "\(bench.errors)")
      #expect(bench.caller.commands(AddTerms.self).isEmpty)
    }
    let missing = bench()
    #expect(await missing.run("glossary import /nonexistent/terms.txt") == .noInput)
  }

  @Test("A file has at most 500 terms; the others are skipped")
  func longFile() {
    let file = GlossaryFile((1...502).map { "term\($0)" }.joined(separator: "\n"))
    #expect(file.terms.count == 500)
    #expect(file.skipped.map(\.line) == [501, 502])
  }
}
