import Foundation

/// Rules that prevent tests from passing without a check, applied to the text of one file.
///
/// It reads lines and indentation as `swift format` writes them, not the grammar of Swift.
struct TestRules {
  /// A line that breaks a rule.
  struct Finding: Hashable, CustomStringConvertible {
    /// Line number, from 1.
    var line: Int
    var rule: Rule

    var description: String { "line \(line): \(rule.rawValue)" }
  }

  /// A rule, with the message of its finding.
  enum Rule: String {
    case earlyReturn = "A test returns early; use #require, or say “// Returns because …”."
    case ignoredError = "A test ignores an error; use try, or say “// Ignored because …”."
    case emptyLoop =
      "A loop may check nothing; require elements first, or say “// Never empty because …”."
    case sleep = "A fixed pause; wait for a condition, or say “// Sleeps because …” above it."
    case clock =
      "A test in tier 1 reads the clock; wait for a condition, or say “// Reads the clock because …”."
    case skip = "A test may be skipped; use .needs, or say “// Skipped because …” above it."
    case noAssertion =
      "A test asserts nothing, nor does a function that it calls; or say “// Passes because …”."

    /// The beginning of a comment that allows an exception.
    var excuse: String {
      switch self {
      case .earlyReturn: "// Returns because "
      case .ignoredError: "// Ignored because "
      case .emptyLoop: "// Never empty because "
      case .sleep: "// Sleeps because "
      case .clock: "// Reads the clock because "
      case .skip: "// Skipped because "
      case .noAssertion: "// Passes because "
      }
    }
  }

  /// The unchanged lines.
  private let lines: [String]
  /// The lines without comments and the contents of multi-line strings.
  private let code: [String]
  /// Names of functions that assert.
  private let asserting: Set<String>

  private init(_ text: String, asserting: Set<String> = []) {
    lines = text.components(separatedBy: "\n")
    self.asserting = asserting
    var isInString = false
    code = lines.map { line in
      let wasInString = isInString
      if line.has("\"\"\""), line.components(separatedBy: "\"\"\"").count % 2 == 0 {
        isInString.toggle()
      }
      if wasInString || line.isComment { return "" }
      return line.has(" // ") ? line.components(separatedBy: " // ")[0] : line
    }
  }

  /// Lines of the text that break a rule.
  ///
  /// - Parameters:
  ///   - asserting: names of functions that assert, as `assertingFunctions` returns them.
  ///   - isTimed: true if the tests may depend on the clock, like those of tier 2.
  static func findings(
    in text: String, asserting: Set<String> = [], isTimed: Bool = false
  ) -> [Finding] {
    let rules = TestRules(text, asserting: asserting)
    return (rules.inFile() + rules.functions(tests: true).flatMap(rules.inTest))
      .filter { !isTimed || $0.rule != .clock }
      .filter { !rules.isExcused($0) }
  }

  /// Names of the functions in these texts that assert or call another one that does.
  static func assertingFunctions(in texts: [String]) -> Set<String> {
    var names: Set<String> = []
    var others: [(name: String, calls: Set<String>)] = []
    for text in texts {
      let rules = TestRules(text)
      for function in rules.functions(tests: false) {
        guard let name = rules.code[function.lowerBound].name(after: "func ") else { continue }
        if rules.assertsDirectly(function) {
          names.insert(name)
        } else {
          others.append((name, rules.calls(in: function)))
        }
      }
    }
    while true {
      let more = others.filter { !names.contains($0.name) && !names.isDisjoint(with: $0.calls) }
      if more.isEmpty { return names }
      names.formUnion(more.map(\.name))
    }
  }

  // MARK: Rules

  /// Sleeps, clocks and conditions, anywhere in the file.
  private func inFile() -> [Finding] {
    lines.indices.flatMap { index in
      var found: [Finding] = []
      if isSleep(index) { found.append(finding(.sleep, index)) }
      // Reads the clock because these are the names that the rule looks for.
      if [".timeLimit(", "ContinuousClock", "SuspendingClock"].contains(where: code[index].has) {
        found.append(finding(.clock, index))
      }
      if code[index].has("abled("), code[index].contains(/\.(?:en|dis)abled\(/) {
        found.append(finding(.skip, index))
      }
      return found
    }
  }

  /// True if a line pauses in real time, and not on a test's own clock.
  private func isSleep(_ index: Int) -> Bool {
    // Shell scripts may be multi-line strings.
    if lines[index].has("sleep "), !lines[index].isComment, lines[index].contains(/\bsleep [0-9]/) {
      return true
    }
    return code[index].has("sleep(")
      && code[index].contains(
        /\b(?:Task|Thread)\.sleep|\bu?sleep\([\d_]|[lL]oop\.sleep\(|\.sleep\(until: \.now/)
  }

  private func inTest(_ test: ClosedRange<Int>) -> [Finding] {
    var found: [Finding] = []
    for index in test {
      let line = code[index]
      if line.has("return"), line.contains(/\breturn\s*(?:\}|$)/) {
        found.append(finding(.earlyReturn, index))
      }
      if line.has("try?"), line.contains(/\btry\?/),
        !line.contains(/removeItem|close\(|\bwhile\b/)
      {
        found.append(finding(.ignoredError, index))
      }
      if line.has("for "), mayLoopOverNothing(index, of: test) {
        found.append(finding(.emptyLoop, index))
      }
    }
    if !assertsDirectly(test), asserting.isDisjoint(with: calls(in: test)) {
      found.append(finding(.noAssertion, test.lowerBound))
    }
    return found
  }

  /// True if a line starts a loop with assertions, and neither its sequence nor an earlier check shows that it has
  /// elements.
  private func mayLoopOverNothing(_ index: Int, of test: ClosedRange<Int>) -> Bool {
    guard let loop = code[index].firstMatch(of: /^\s*for (?!await|try await).* in (.+?) \{/),
      assertsDirectly(index...end(of: index))
    else { return false }
    let sequence = loop.1.replacing(/^(?:(?:try|await) )+/, with: "")
    guard !sequence.contains(/^\(*\[|\.\.[.<]|^stride\(|^zip\(|^repeatElement\(|allCases/),
      let name = sequence.firstMatch(
        of: /^(?:Self\.|self\.)?(\w+(?:\.(?!enumerated|indices|map|filter|sorted|values)\w+)*)/)?.1
    else { return false }
    let isTable = code.contains { line in
      // A literal, or a map of a range.
      line.has("let \(name)") && line.contains(/\s=\s(?:try )?(?:\[[^\]]|\[$|\(\d+\.\.)/)
    }
    let isChecked = code[test.lowerBound..<index].contains { line in
      line.asserts && line.has(String(name)) && line.contains(/count|isEmpty|==/)
    }
    return !isTable && !isChecked
  }

  private func assertsDirectly(_ range: ClosedRange<Int>) -> Bool {
    code[range].contains(where: \.asserts)
  }

  // MARK: Text

  private func finding(_ rule: Rule, _ index: Int) -> Finding {
    Finding(line: index + 1, rule: rule)
  }

  /// True if a comment on the line, or in the comment lines above it, gives the reason.
  private func isExcused(_ finding: Finding) -> Bool {
    let index = finding.line - 1
    let above = lines[..<index].reversed().prefix(while: \.isComment)
    return ([lines[index]] + above).contains { $0.has(finding.rule.excuse) }
  }

  /// The line ranges of all functions that are tests, or of all others.
  private func functions(tests: Bool) -> [ClosedRange<Int>] {
    var attribute = false
    return code.indices.compactMap { index in
      if code[index].drop(while: \.isWhitespace).hasPrefix("@Test") { attribute = true }
      guard code[index].has("func "), code[index].name(after: "func ") != nil else { return nil }
      defer { attribute = false }
      return attribute == tests ? index...end(of: index) : nil
    }
  }

  /// The last line of the block that starts in a line.
  private func end(of index: Int) -> Int {
    let line = code[index]
    if line.hasSuffix("}"), line.count(where: { $0 == "{" }) == line.count(where: { $0 == "}" }) {
      return index
    }
    let closing = line.prefix(while: \.isWhitespace) + "}"
    return code[(index + 1)...].firstIndex { $0.hasPrefix(closing) } ?? code.count - 1
  }

  /// The names that are followed by arguments or by a closure.
  private func calls(in range: ClosedRange<Int>) -> Set<String> {
    Set(range.flatMap { code[$0].calls })
  }
}

extension String {
  /// True if it contains a string; faster than a regular expression.
  fileprivate func has(_ text: String) -> Bool { strstr(self, text) != nil }

  fileprivate var isComment: Bool { drop(while: \.isWhitespace).hasPrefix("//") }

  fileprivate var asserts: Bool {
    has("#expect") || has("#require") || has("Issue.record") || has("confirmation(")
  }

  /// The identifiers that are followed by `(` or ` {`; faster than a regular expression.
  fileprivate var calls: [String] {
    func isPart(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
      default: false
      }
    }
    let bytes = Array(utf8)
    return bytes.indices.compactMap { index in
      let isCall =
        bytes[index] == UInt8(ascii: "(")
        || bytes[index] == UInt8(ascii: " ")
          && bytes.dropFirst(index + 1).first == UInt8(ascii: "{")
      let name = isCall ? bytes[..<index].reversed().prefix(while: isPart).reversed() : []
      return name.isEmpty ? nil : String(decoding: Array(name), as: UTF8.self)
    }
  }

  /// The identifier that follows a keyword.
  fileprivate func name(after keyword: String) -> String? {
    let parts = components(separatedBy: keyword)
    guard parts.count > 1 else { return nil }
    let name = parts[1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }
}
