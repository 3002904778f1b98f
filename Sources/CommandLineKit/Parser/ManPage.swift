/// The help of a command as a manual page, written with the macros of man(7).
package struct ManPage<Context> {
  package var page: HelpPage<Context>
  package var version: String
  /// Date of the page, such as `2026-11-23`.
  package var date: String
  /// The related pages, each as its command path without the program's name.
  package var seeAlso: [[String]]

  package init(
    _ page: HelpPage<Context>, version: String, date: String, seeAlso: [[String]] = []
  ) {
    self.page = page
    self.version = version
    self.date = date
    self.seeAlso = seeAlso
  }

  /// The complete page as roff source.
  package var text: String {
    let verb = page.verb
    let name = ([page.program] + page.path).joined(separator: "-")
    var lines = [
      #".TH "\#(Roff.argument(name.uppercased()))" "1" "\#(date)" "\#(Roff.argument("\(page.program) \(version)"))""#,
      ".SH NAME", Roff.text(name) + #" \- "# + Roff.text(Self.withoutStop(verb.summary)),
      ".SH SYNOPSIS", ".B " + Roff.text(page.usage),
    ]
    if !verb.details.isEmpty { lines += [".SH DESCRIPTION"] + Roff.paragraphs(verb.details) }
    lines += list("ARGUMENTS", verb.positionals.map { ($0.placeholder, $0.help) })
    if verb.groups.isEmpty {
      lines += list("COMMANDS", verb.visibleVerbs.map { ($0.name, $0.summary) })
    } else {
      lines.append(".SH COMMANDS")
      for group in verb.groups {
        lines.append(".SS " + Roff.text(group.title))
        lines += items(group.verbs.map { ($0.name, $0.summary) })
      }
    }
    lines += list("OPTIONS", verb.options.map { ($0.spelling, $0.help) })
    lines += list("GLOBAL OPTIONS", page.common.map { ($0.spelling, $0.help) })
    if let json = verb.json { lines += [".SH OUTPUT WITH \\-\\-JSON", Roff.text(json)] }
    if !verb.examples.isEmpty {
      lines.append(".SH EXAMPLES")
      for (index, example) in verb.examples.enumerated() {
        lines += index == 0 ? [] : [".PP"]
        lines += [Roff.text(example.meaning), ".PP", ".RS 4", ".EX"]
        lines += [Roff.text(example.line), ".EE", ".RE"]
      }
    }
    if page.path.isEmpty {
      lines.append(".SH EXIT STATUS")
      lines += items(page.exits.map { (String($0.code), $0.meaning) })
    }
    if !seeAlso.isEmpty {
      let names = seeAlso.map { ([page.program] + $0).joined(separator: "-") }.sorted()
      lines += [".SH SEE ALSO"]
      lines += names.enumerated().map { index, name in
        ".BR " + Roff.text(name) + " (1)" + (index == names.count - 1 ? "" : " ,")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func list(_ title: String, _ rows: [(String, String)]) -> [String] {
    rows.isEmpty ? [] : [".SH " + title] + items(rows)
  }

  private func items(_ rows: [(String, String)]) -> [String] {
    rows.flatMap { [".TP", ".B " + Roff.text($0.0), Roff.text($0.1)] }
  }

  private static func withoutStop(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

/// Escaping for roff (groff(7)).
enum Roff {
  /// Escapes a line of text so that it contains no requests or escape sequences.
  static func text(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "\\": out += #"\e"#
      case "-": out += #"\-"#
      case "'": out += #"\(aq"#
      case "`": out += #"\(ga"#
      case "^": out += #"\(ha"#
      case "~": out += #"\(ti"#
      case "\"": out += #"\(dq"#
      case "“": out += #"\(lq"#
      case "”": out += #"\(rq"#
      case "‘": out += #"\(oq"#
      case "’": out += #"\(cq"#
      case "…": out += "..."
      case "–": out += #"\(en"#
      case "\n": out += " "
      case _ where character.unicodeScalars.allSatisfy(\.isASCII): out.append(character)
      default:
        out += character.unicodeScalars.map {
          "\\[u" + String(repeating: "0", count: max(0, 4 - String($0.value, radix: 16).count))
            + String($0.value, radix: 16, uppercase: true) + "]"
        }.joined()
      }
    }
    // A leading dot would start a request.
    return out.hasPrefix(".") ? #"\&"# + out : out
  }

  /// Escapes a word for use between the quotation marks of a request.
  static func argument(_ text: String) -> String { self.text(text) }

  static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n\n").flatMap { [".PP", self.text(String($0))] }.dropFirst().map { $0 }
  }
}
